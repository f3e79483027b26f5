internal import KeychainLibC

/// A turn of this process at something that processes do one after another: the lock of a file
/// (flock(2)), which ends with its holder.
package struct FileTurn: ~Copyable {
    private let file: Int32

    /// Waits for the turn; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - path: The lock file; it is made where there is none, and stays.
    ///   - patience: The time in milliseconds after which to give up: a process that was stopped
    ///     must not stop everybody else.
    package init?(_ path: String, patience: Int) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { return nil }
        guard Self.lock(file, LOCK_EX, patience: patience) else {
            close(file)
            return nil
        }
        self.file = file
    }

    deinit { close(file) }

    /// Locks an open file, which closing it ends.
    ///
    /// - Returns: Whether it is locked.
    static func lock(_ file: Int32, _ kind: Int32, patience: Int) -> Bool {
        for _ in 0..<patience {
            if flock(file, kind | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(1000)
        }
        return false
    }
}
