internal import KeychainLibC

/// The state of the terminal during a question: each byte arrives as it is typed, nothing is echoed, and
/// signals are blocked.
struct QuestionMode: ~Copyable {
    private static let held = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    private let tty: Int32
    /// The signals that take effect in ``end()``: those that were not blocked before the question.
    private let signals: PendingSignals
    /// The signals that the caller holds back until it has restored its screen; none if one came
    /// before the question.
    private let others: PendingSignals
    private var formerMask = sigset_t()
    private var formerMode = termios()

    init(_ tty: Int32) {
        self.tty = tty
        var held = sigset_t()
        sigemptyset(&held)
        for signal in Self.held { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &formerMask)
        var former = formerMask
        signals = PendingSignals(Self.held.filter { sigismember(&former, $0) == 0 })
        let blocked = Self.held.filter { sigismember(&former, $0) == 1 }
        let areNew = !PendingSignals(blocked).isAnyPending
        others = PendingSignals(areNew ? blocked : [])
        tcgetattr(tty, &formerMode)
        var mode = formerMode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        mode.c_lflag |= tcflag_t(ISIG)
        // As they come: the two bytes at the end of a pasted line would become two newlines.
        mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
        mode.c_oflag |= tcflag_t(OPOST | ONLCR)
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VMIN)] = 1
            keys[Int(VTIME)] = 0
        }
        tcsetattr(tty, TCSAFLUSH, &mode)
    }

    /// The keys that edit the typed text.
    var keys: TerminalEntry.EditingKeys { TerminalEntry.EditingKeys(formerMode) }

    /// Whether a signal came that takes effect in ``end()``.
    var isInterrupted: Bool { signals.isAnyPending }

    /// Whether a signal came that the caller holds back.
    var isCanceled: Bool { others.isAnyPending }

    /// Adds the signals to the events that are waited for.
    func add(to wait: inout FileWait) {
        wait.add(signals)
        wait.add(others)
    }

    /// Restores the terminal, and lets signals take effect.
    func end() {
        var mode = formerMode
        tcsetattr(tty, TCSAFLUSH, &mode)
        var mask = formerMask
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
