internal import CKeychainPlatform
internal import KeychainLibC

/// Signals that this process has blocked, to wait for them together with other files.
///
/// They stay pending, and take effect as soon as they are unblocked.
package struct PendingSignals: ~Copyable {
    private static let endings = [SIGINT, SIGTERM, SIGHUP]

    private let signals: [Int32]
    /// Negative on systems without such files.
    let file: Int32

    /// Prepares to wait.
    ///
    /// - Parameter signals: The signals, which are blocked.
    package init(_ signals: [Int32]) {
        self.signals = signals
        var set = Self.set(of: self.signals)
        file = pk_signal_file(&set)
    }

    deinit { if file >= 0 { close(file) } }

    /// Blocks the signals that ask this program to end, also in threads that start later; returns them.
    package static func blockedEndings() -> [Int32] {
        var set = set(of: endings)
        sigprocmask(SIG_BLOCK, &set, nil)
        return endings
    }

    /// Whether one of them is pending.
    package var isAnyPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Takes back those that are pending, on systems with files for signals.
    package func take() { if file >= 0 { pk_signal_take(file) } }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
