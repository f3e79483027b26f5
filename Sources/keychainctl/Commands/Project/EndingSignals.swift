internal import KeychainLibC

/// The signals that end a command which runs until then, so that it can end in order.
struct EndingSignals {
    private static let all = [SIGINT, SIGTERM, SIGHUP]

    /// Blocks the signals from now on.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in Self.all { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits, and tells whether one of them has arrived.
    func hasOccurred(within milliseconds: Int32) -> Bool {
        poll(nil, 0, milliseconds)
        var pending = sigset_t()
        sigpending(&pending)
        return Self.all.contains { sigismember(&pending, $0) == 1 }
    }
}
