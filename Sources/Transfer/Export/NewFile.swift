internal import KeychainctlKit
package import PortableKeychain

/// Creates files with secrets, which only the user can read.
package enum NewFile {
    /// Writes a new file completely and durably.
    ///
    /// - Throws: ``Failure`` if the path exists already.
    package static func write(_ content: SecretBytes, to path: String) throws {
        try NamedFile.requireText(path)
        guard try PrivateFile.createPlain(path, content) else {
            throw Failure(
                .usage,
                "\(path) exists already",
                advice: "choose another name, or remove it"
            )
        }
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
        }
    }
}
