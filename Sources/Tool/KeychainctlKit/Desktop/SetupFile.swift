internal import KeychainLibC
internal import PortableKeychain

/// A file of the user that `secret-service enable`, `agent enable` or `browser enable` writes, and `disable` takes
/// back.
///
/// A file that had its name before is kept beside it under another name, and gets its name back. The
/// names alone say how far a run came that was interrupted, so that the next one continues there.
package struct SetupFile: Equatable, Sendable {
    package let path: String
    /// The text that is written after the mark.
    let content: String
    /// The first line, by which the file is known again.
    let mark: String
    /// The file of an installation to which a link is made instead; `nil` to write the text.
    let target: String?

    /// A file with a text.
    package init(path: String, content: String, mark: String = SetupFile.mark) {
        (self.path, self.content, self.mark, target) = (path, content, mark, nil)
    }

    /// A link to a file of an installation, which leads nowhere after that was removed.
    init(path: String, linkedTo target: String) {
        (self.path, content, mark, self.target) = (path, "", SetupFile.mark, target)
    }

    /// The state of the file's place.
    package enum State: String, Sendable {
        case written
        /// Written by this tool, with another content, such as by another version.
        case outdated
        case missing
        /// A file that this program did not write.
        case other
    }

    /// The first line of the files of `secret-service enable`, which all the formats take as a comment.
    static let mark = "# Written by 'keychainctl secret-service enable'; 'disable' takes it back."
    /// The folder of an installation with the files to which links are made, below its prefix.
    static let shared = "/share/portable-keychain/desktop/"

    /// The name of the file that was there before, which no program reads.
    private var kept: String { path + ".before-keychaind" }
    private var draft: String { path + ".new-keychaind" }
    /// The text of the file.
    package var text: String { mark + "\n" + content }

    /// The state of the file.
    package var state: State {
        guard Self.exists(path) else { return .missing }
        if let link = Self.destination(of: path) {
            // A link of this tool may lead nowhere now, or into another installation.
            guard link.contains(Self.shared) else { return .other }
            return link == target && Self.read(link) != nil ? .written : .outdated
        }
        guard let present = Self.read(path) else { return .other }
        if target == nil, present == text { return .written }
        return present.hasPrefix(mark) ? .outdated : .other
    }

    /// Whether this tool wrote the present file.
    package var isOurs: Bool { [.written, .outdated].contains(state) }

    /// Whether a file of another program is set aside, to get its name back.
    package var keepsOther: Bool { Self.exists(kept) }

    /// Writes the file, and keeps the earlier content.
    ///
    /// - Returns: Whether anything was done.
    /// - Throws: ``Failure`` if it cannot be written, or two files of others have claims to its name.
    package func install() throws(Failure) -> Bool {
        let state = state
        guard state != .written else { return false }
        if state == .other {
            guard !keepsOther else {
                throw Failure(
                    .fileError,
                    "\(path) was changed after this tool wrote it, and \(kept) was there before",
                    advice: "remove the one that you do not need, and run it again"
                )
            }
            guard rename(path, kept) == 0 else { throw Self.failure("rename \(path)") }
        }
        try Self.makeFolders(above: path)
        try write()
        return true
    }

    /// Takes the file back, and restores the file that had its name before.
    ///
    /// - Returns: Whether anything was done; `false` for a file of another program.
    /// - Throws: ``Failure`` if it cannot be removed.
    package func remove() throws(Failure) -> Bool {
        unlink(draft)
        switch state {
        case .other: return false
        case .missing where !keepsOther: return false
        case .missing, .written, .outdated:
            if keepsOther {
                guard rename(kept, path) == 0 else { throw Self.failure("rename \(kept)") }
            } else {
                guard unlink(path) == 0 else { throw Self.failure("remove \(path)") }
                removeDropInFolder()
            }
            return true
        }
    }

    /// Removes a folder that is there for files like this one alone (systemd.unit(5)), if it is empty.
    private func removeDropInFolder() {
        let folder = PrivateFile.split(path).folder
        guard folder.hasSuffix(".d") else { return }
        rmdir(folder)
    }

    private func write() throws(Failure) {
        unlink(draft)
        if let target {
            guard symlink(target, draft) == 0, rename(draft, path) == 0 else {
                throw Self.failure("write \(path)")
            }
            return
        }
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Self.failure("write \(path)") }
        var text = text
        let isWritten = text.withUTF8 { Terminal.writeAll(UnsafeRawBufferPointer($0), to: file) }
        let isDurable = isWritten && fsync(file) == 0
        close(file)
        guard isDurable, rename(draft, path) == 0 else {
            let failure = Self.failure("write \(path)")
            unlink(draft)
            throw failure
        }
    }

    /// Removes the text that another program wrote in place of the file, if the same text is kept already.
    ///
    /// - Throws: ``Failure`` if it cannot be removed.
    func dropRepeated() throws(Failure) {
        guard state == .other, keepsOther, let text = Self.read(path), text == Self.read(kept)
        else { return }
        guard unlink(path) == 0 else { throw Self.failure("remove \(path)") }
    }

    /// Makes the folders in which a file is to be.
    static func makeFolders(above path: String) throws(Failure) {
        var folder = ""
        for part in PrivateFile.parts(of: path).dropLast() {
            folder += "/" + part
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
                let reason = errno
                // Folders above that cannot be written are there already.
                guard !exists(folder) else { continue }
                // The look at it has set another one.
                errno = reason
                throw failure("make \(folder)")
            }
        }
    }

    /// A text file; `nil` if it is missing, is not a file, or is longer than any of these files.
    static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        var filled = 0
        while filled < room.count {
            let count = room.withUnsafeMutableBytes {
                KeychainLibC.read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            guard count >= 0 else { return nil }
            guard count > 0 else {
                return String(validating: room[..<filled], as: UTF8.self)
            }
            filled += count
        }
        return nil
    }

    /// The target of a link; `nil` for anything else.
    private static func destination(of path: String) -> String? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &room, room.count)
        guard count >= 0 else { return nil }
        return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    private static func failure(_ what: String) -> Failure {
        Failure(
            .fileError,
            "cannot \(what): \(String(cString: strerror(errno)))",
            advice: "check the permissions and the space there, and run it again"
        )
    }
}
