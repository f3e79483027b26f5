internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
internal import KeychainLibC

/// Creates files with secrets, which only the user can read.
package enum NewFile {
    /// Writes a new file completely and durably.
    ///
    /// - Throws: ``Failure`` if the path exists already.
    package static func write(_ content: SecretBytes, to path: String) throws {
        try NamedFile.requireText(path)
        guard try PrivateFile.createPlain(path, content) else { throw exists(path) }
    }

    /// Writes a new file durably, and piece by piece; there is none if that fails or is interrupted.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - content: Writes the content; called again where the first way to make the file fails.
    /// - Throws: ``Failure`` if the path exists already, or any error of `content`.
    package static func write(
        to path: String,
        _ content: (NewContent) throws -> Void
    ) throws {
        try NamedFile.requireText(path)
        guard try PrivateFile.createPlain(path, content) else { throw exists(path) }
    }

    /// Writes a new file, and removes it again if the work with it fails.
    ///
    /// - Parameters:
    ///   - content: The content of the file.
    ///   - path: The path of the file.
    ///   - body: The work that makes the file useful.
    /// - Throws: The same errors as ``write(_:to:)``, or any error of `body`.
    package static func write(
        _ content: SecretBytes,
        to path: String,
        for body: () throws -> Void
    ) throws {
        try write(content, to: path)
        do { try body() } catch {
            unlink(path)
            throw error
        }
    }

    /// Refuses the path of a new file that exists already or cannot be created, before anything is
    /// asked for.
    ///
    /// - Throws: ``Failure``.
    package static func require(_ path: String) throws {
        var facts = stat()
        guard lstat(path, &facts) != 0 else { throw exists(path) }
        guard access(PrivateFile.split(path).folder, W_OK) == 0 else {
            throw Failure(cannot: "create", path, errno)
        }
    }

    private static func exists(_ path: String) -> Failure {
        Failure(.usage, "\(path) exists already", advice: "choose another name, or remove it")
    }

    /// Prints how many items are not included, and why.
    package static func sayWhatStays(_ content: BackupContent) {
        if content.thisDeviceOnly > 0 {
            Terminal.say(
                "Items for this device only that are not included: \(content.thisDeviceOnly)."
            )
        }
        if content.guarded > 0 {
            Terminal.say(
                "Items that require user authentication and are not included: \(content.guarded)."
            )
            sayNames(content.provable + content.others)
        }
    }

    /// The number of items that are named; more would hide the text before them.
    private static let mostNames = 20

    /// Names items, without secrets.
    package static func sayNames(_ items: [BackupItem]) {
        for item in items.prefix(mostNames) {
            let listed = ListedItem(itemClass: item.itemClass, attributes: item.attributes)
            let words = listed.row.dropLast().filter { !$0.isEmpty }
            Terminal.say("  \(words.joined(separator: " "))")
        }
        if items.count > mostNames { Terminal.say("  and \(items.count - mostNames) more") }
    }
}
