internal import FileSafety
internal import KeychainLibC

/// A few bytes in a file of their own that processes read and replace in place, one at a time.
///
/// Writing does not wait for the disk: after a power cut, the file can have an older content or
/// none. So its reader must be able to tell a content from anything else. For files that must be
/// durable see ``PrivateFile``.
struct PrivateRecord {
    private let folder: String
    private let path: String

    /// Names the file; neither it nor its folder needs to exist.
    init(_ folder: String, _ name: String) {
        self.folder = folder
        path = folder + "/" + name
    }

    /// Calls a body with the content.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are read.
    ///   - body: Reads the content; `nil` if it is not whole, because a process is just writing.
    /// - Returns: The result of the body, `nil` if there is no such file or it cannot be read.
    func read<R>(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> R?) -> R? {
        let file = open(path, O_RDONLY | Self.flags)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Writers are rare, so the lock is taken only if the content is not whole.
        if let result = Self.content(file, limit, body) { return result }
        return Self.locked(file, LOCK_SH) ? Self.content(file, limit, body) : nil
    }

    /// Replaces the content, while other processes wait.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are read.
    ///   - body: Makes the new content of the present one, which is empty in a new file; `nil` to
    ///     leave it.
    /// - Throws: ``KeychainError/Code/readOnly``, ``KeychainError/Code/diskFull`` or
    ///   ``KeychainError/Code/inputOutput``.
    func update(
        atMost limit: Int,
        _ body: (UnsafeRawBufferPointer) -> [UInt8]?
    ) throws(KeychainError) {
        var file = open(path, O_RDWR | O_CREAT | Self.flags, 0o600)
        if file < 0, errno == ENOENT {
            try PrivateFile.makeFolder(folder)
            file = open(path, O_RDWR | O_CREAT | Self.flags, 0o600)
        }
        guard file >= 0 else { throw failure("write") }
        defer { close(file) }
        guard Self.locked(file, LOCK_EX) else {
            throw KeychainError(
                .inputOutput,
                reason: "Another program keeps \(path) locked. Close it and try again."
            )
        }
        var isNew = false
        let content = Self.content(file, limit) { bytes in
            isNew = bytes.isEmpty
            return body(bytes)
        }
        guard let content else { return }
        // The umask may have removed the owner's rights.
        if isNew, fchmod(file, 0o600) != 0 { throw failure("write") }
        let isWritten = FileSizeSignal.asError { () throws(Never) -> Bool in
            content.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == content.count
        }
        guard isWritten else { throw failure("write") }
    }

    /// Removes the file; nothing happens if there is none.
    func remove() { unlink(path) }

    private static let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    /// Others hold the lock for microseconds.
    private static let patience = 100

    private static func locked(_ file: Int32, _ kind: Int32) -> Bool {
        FileTurn.lock(file, kind, patience: patience)
    }

    private static func content<R>(
        _ file: Int32,
        _ limit: Int,
        _ body: (UnsafeRawBufferPointer) -> R?
    ) -> R? {
        withUnsafeTemporaryAllocation(byteCount: limit, alignment: 8) { room in
            let count = pread(file, room.baseAddress, limit, 0)
            guard count >= 0 else { return nil }
            return body(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    private func failure(_ verb: String) -> KeychainError {
        KeychainError(FileFault(errno, trying: verb, path))
    }
}
