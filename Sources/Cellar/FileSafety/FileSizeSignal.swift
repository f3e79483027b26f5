internal import CKeychainPlatform

/// The signal SIGXFSZ, by which the system ends a process that writes beyond its limit on the size
/// of files (RLIMIT_FSIZE).
package enum FileSizeSignal {
    /// Whether a write went beyond the limit in the code that runs now under ``asError(_:)``.
    ///
    /// SQLite does not say why it cannot write.
    package static var isPending: Bool { pk_size_signal_pending() != 0 }

    /// Runs code in which such a write fails with EFBIG instead.
    ///
    /// A library cannot change the effect of signals in its process. So this blocks the signal in
    /// the thread, to which the system sends it, and takes it back before it unblocks it. The
    /// process's other handling of the signal stays as it is.
    package static func asError<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let former = pk_size_signal_hold()
        defer { pk_size_signal_release(former) }
        return try body()
    }
}
