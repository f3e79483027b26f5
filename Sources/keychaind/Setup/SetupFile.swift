internal import KeychainLibC
internal import KeychainctlKit

/// A file of the user that `secret-service enable` or `agent enable` writes, and `disable` takes back.
///
/// A file that had its name before is kept beside it under another name, and gets its name back. The
/// names alone say how far a run came that was interrupted, so that the next one goes on from there.
struct SetupFile: Equatable, Sendable {
    let path: String
    /// What is written after the mark.
    let content: String
    /// The first line, by which the file is known again.
    var mark = SetupFile.mark

    /// What is found in the place of the file.
    enum State: String, Sendable {
        case written
        /// Written by this tool, with another content, such as by another version.
        case outdated
        case missing
        /// Somebody else's.
        case other
    }

    /// The first line of the files of `secret-service enable`, which all the formats take as a comment.
    static let mark = "# Written by 'keychainctl secret-service enable'; 'disable' takes it back."

    /// The name of the file that was there before, which no program reads.
    private var kept: String { path + ".before-keychaind" }
    private var draft: String { path + ".new-keychaind" }
    private var text: String { mark + "\n" + content }

    var state: State {
        guard let present = Self.read(path) else { return Self.exists(path) ? .other : .missing }
        if present == text { return .written }
        return present.hasPrefix(mark) ? .outdated : .other
    }

    /// Whether a file of somebody else waits to get its name back.
    var keepsOther: Bool { Self.exists(kept) }

    /// Writes the file, and keeps what was there.
    ///
    /// - Returns: Whether anything was done.
    func install() throws(Failure) -> Bool {
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
        try makeFolders()
        try write()
        return true
    }

    /// Takes the file back, and gives its name to what was there before.
    ///
    /// - Returns: Whether anything was done; `false` for a file of somebody else.
    func remove() throws(Failure) -> Bool {
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
        guard let end = path.lastIndex(of: "/"), path[..<end].hasSuffix(".d") else { return }
        rmdir(String(path[..<end]))
    }

    private func write() throws(Failure) {
        unlink(draft)
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

    private func makeFolders() throws(Failure) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
                // Folders above that cannot be written are there already.
                guard !Self.exists(folder) else { continue }
                throw Self.failure("make \(folder)")
            }
        }
    }

    /// A text file; `nil` if it is missing, is no file, or is longer than any of these files.
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
