internal import CKeychainPlatform
internal import FileSafety
internal import KeychainLibC

/// The system calls that the store needs in addition to SQLite's.
///
/// None of them opens a store that SQLite may have open: closing such a descriptor would drop all
/// POSIX locks of this process on the file (https://sqlite.org/howtocorrupt.html, section 2.2).
enum System {
    /// The results of `lstat` for a path.
    struct Facts: Equatable {
        enum Kind { case file, folder, link, other }

        let kind: Kind
        let owner: UInt32
        let mode: UInt32
        let size: Int64
        let identity: Identity
        /// The time when the content last changed, in nanoseconds.
        let changed: Int64
    }

    /// Identifies a file regardless of its path.
    struct Identity: Equatable, Sendable {
        let device: UInt64
        let number: UInt64

        fileprivate init(_ facts: stat) {
            device = UInt64(truncatingIfNeeded: facts.st_dev)
            number = UInt64(truncatingIfNeeded: facts.st_ino)
        }
    }

    /// The effective user.
    static var user: UInt32 { UInt32(geteuid()) }

    /// The facts about a path, without following a link; `nil` if it does not exist.
    static func facts(_ path: String) throws(StoreError) -> Facts? {
        var answer = stat()
        guard lstat(path, &answer) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("look at", path)
        }
        let kind: Facts.Kind =
            switch answer.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return Facts(
            kind: kind,
            owner: UInt32(answer.st_uid),
            mode: UInt32(answer.st_mode & 0o7777),
            size: Int64(answer.st_size),
            identity: Identity(answer),
            changed: nanoseconds(answer)
        )
    }

    private static func nanoseconds(_ facts: stat) -> Int64 {
        let time = facts.modification
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// The identity of an open file.
    static func identity(_ descriptor: Int32) throws(StoreError) -> Identity {
        var answer = stat()
        guard fstat(descriptor, &answer) == 0 else { throw failure("look at", "an open file") }
        return Identity(answer)
    }

    /// The path with every link resolved; `nil` if it does not exist.
    static func resolve(_ path: String) throws(StoreError) -> String? {
        guard let resolved = realpath(path, nil) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("resolve", path)
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Creates an empty file that only this user can access; fails if the path exists.
    static func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("create", path) }
    }

    /// Renames a complete file to its final name, without replacing a file of that name.
    static func publish(_ temporary: String, as path: String) throws(StoreError) {
        guard pk_publish(temporary, path) == 0 else { throw failure("create", path) }
    }

    /// Removes a file if it exists.
    static func removeFile(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }

    /// Removes a file that is no longer needed, ignoring errors.
    static func discard(_ path: String) {
        _ = unlink(path)
    }

    /// Waits until a file or folder is on the disk.
    static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", path) }
    }

    /// Opens a file for reading, without following a link; `nil` if it does not exist.
    static func openForReading(_ path: String) throws(StoreError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw failure("open", path)
    }

    /// Reads bytes at an offset; returns how many there are, at most the length of the buffer.
    ///
    /// A file that cannot be read counts as missing: SQLite, which reads it again, has the error.
    static func read(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let step = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(count))
            if step > 0 {
                count += step
            } else if step == 0 || errno != EINTR {
                return count
            }
        }
        return count
    }

    /// Opens a lock file, or creates it.
    static func openLockFile(_ path: String) throws(StoreError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open", path) }
        // The umask may have removed the owner's rights; only owners get this far.
        _ = fchmod(descriptor, 0o600)
        return descriptor
    }

    /// Locks an open file if possible, exclusively or shared.
    static func tryLock(_ descriptor: Int32, alone: Bool) throws(StoreError) -> Bool {
        while flock(descriptor, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            // The file system does not support these locks; only the fairness of writers is lost.
            guard errno == EINTR else { return true }
        }
        return true
    }

    static func unlock(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
    }

    /// Allocates space on the disk for an open file.
    ///
    /// - Parameters:
    ///   - bytes: The length.
    ///   - descriptor: The file.
    ///   - kept: The length that the file has if there is too little space.
    /// - Returns: Whether it has the space.
    static func reserve(_ bytes: Int64, in descriptor: Int32, keeping kept: Int64 = 0) -> Bool {
        #if os(Linux)
            var facts = stat()
            guard fstat(descriptor, &facts) == 0, Int64(facts.st_blocks) * 512 < bytes else {
                return true
            }
            guard posix_fallocate(descriptor, 0, off_t(bytes)) == 0 else {
                _ = ftruncate(descriptor, off_t(kept))
                return false
            }
        #endif
        return true
    }

    /// Gives the space of an open file back.
    static func empty(_ descriptor: Int32) {
        _ = ftruncate(descriptor, 0)
    }

    /// Whether there is no space for one more file beside another one, found by creating one.
    ///
    /// A file system can have free blocks and no room for a file: XFS allocates them in chunks.
    static func hasNoSpace(beside path: String) -> Bool {
        var name = Array("\(path)-probe-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return FileFault.meansFullDisk(errno) }
        unlink(name)
        close(file)
        return false
    }

    /// The space in bytes that is left on the disk of an open file.
    static func freeSpace(at descriptor: Int32) -> Int64 {
        var facts = statvfs()
        guard fstatvfs(descriptor, &facts) == 0 else { return .max }
        return Int64(clamping: UInt64(facts.f_bavail)).multipliedReportingOverflow(
            by: Int64(clamping: UInt64(facts.f_frsize))
        ).partialValue
    }

    /// Wakes up the processes that watch a file, without a change of it: the file gets the mode that it
    /// has (inotify(7), IN_ATTRIB).
    ///
    /// By the path: a process that closes any descriptor of the file loses SQLite's locks on it (fcntl(2)).
    static func announce(_ path: String) {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
        _ = chmod(path, facts.st_mode & 0o7777)
    }

    static func close(_ descriptor: Int32) {
        _ = KeychainLibC.close(descriptor)
    }

    static func sleep(microseconds: UInt32) {
        _ = usleep(microseconds)
    }

    /// Whether this user can create files in a folder.
    static func isWritable(_ folder: String) -> Bool {
        PrivateFolder.obstacle(toCreatingFilesIn: folder) == 0
    }

    /// Whether a folder is in a file system that cannot be written now.
    static func isOnReadOnlyDisk(_ folder: String) -> Bool {
        PrivateFolder.obstacle(toCreatingFilesIn: folder) == EROFS
    }

    private static func failure(_ verb: String, _ path: String) -> StoreError {
        StoreError(FileFault(errno, trying: verb, path))
    }
}
