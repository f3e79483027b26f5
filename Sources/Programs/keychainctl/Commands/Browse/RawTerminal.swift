internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// The controlling terminal in raw mode, with the alternate screen: each key is read as it is
/// pressed, pastes are distinguished from keys, and the shown text disappears at the end.
///
/// Signals that would end or stop this process are blocked until ``yield()`` restores the
/// terminal, so that the terminal is always restored and never keeps showing a secret.
final class RawTerminal {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    private let tty: Int32
    private var formerMask = sigset_t()
    private var formerMode = termios()
    private var isActive = false
    /// The signals that the parent process had not blocked: only they would have an effect.
    private var pending = PendingSignals([])
    private var resizing = PendingSignals([])
    private var reader = BrowseKeyReader()
    /// The screen that the terminal shows; `nil` if that is not known.
    private var shown: BrowseScreen?

    /// Refuses a terminal without control sequences.
    static func checkMovesCursor() throws(Failure) {
        guard Terminal.movesCursor else {
            throw Failure(
                .usage,
                "browsing requires a terminal that can move its cursor, and TERM is dumb",
                advice: "use 'keychainctl list' or 'search'"
            )
        }
    }

    /// Switches the terminal to raw mode.
    ///
    /// - Throws: ``Failure`` if there is no terminal, or one without control sequences.
    init() throws(Failure) {
        try Self.checkMovesCursor()
        tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0, tcgetattr(tty, &formerMode) == 0 else {
            if tty >= 0 { close(tty) }
            throw Failure(
                .usage,
                "browsing requires a terminal",
                advice: "use 'keychainctl list' or 'search' in scripts"
            )
        }
        enter()
    }

    deinit {
        leave()
        close(tty)
    }

    /// The number of columns and rows.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(tty, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows a screen.
    func show(_ screen: BrowseScreen) {
        show(screen.text(after: shown))
        shown = screen
    }

    /// Writes control sequences of this program, and the text in them.
    private func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes without copying them; returns whether that was possible.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { Terminal.writeAll(bytes, to: tty) }

    /// Waits for keys, or something else.
    ///
    /// - Parameter wait: The other events; signals and a new size of the terminal are added.
    /// - Returns: All keys that have arrived; empty if something else came, `nil` if the terminal was
    ///   closed.
    func keys(orElse wait: FileWait) -> [BrowseKey]? {
        var wait = wait
        wait.add(tty)
        wait.add(pending)
        wait.add(resizing)
        if reader.isUnfinished { wait.limit(to: TerminalInput.pause) }
        let isReady = wait.run()
        resizing.take()
        guard wait.isReady(tty) else { return isReady ? [] : reader.rest() }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(tty, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? reader.read(bytes[..<count]) : nil
    }

    /// Forgets keys that were typed and not read yet.
    func forgetKeys() {
        reader = BrowseKeyReader()
        tcflush(tty, TCIFLUSH)
    }

    /// Whether a signal is pending that ends or stops this process.
    var isSignalWaiting: Bool { pending.isAnyPending }

    /// Restores the terminal temporarily, to ask a question or to let pending signals take effect.
    func yield<R>(_ body: () throws -> R) rethrows -> R {
        leave()
        defer { enter() }
        return try body()
    }

    /// Lets a question be asked at the bottom of the screen, which stays.
    ///
    /// Signals stay blocked: a prompt ends when one comes, and the browser then gives way to it.
    func ask<R>(_ body: () throws -> R) rethrows -> R {
        guard isActive else { return try body() }
        // Lines may wrap and scroll, and whatever is asked may use a screen of its own.
        show(
            "\(Self.place(ofQuestionIn: size.rows))\u{1B}[J\u{1B}[?7h\(TerminalInput.brackets.off)"
        )
        var mode = formerMode
        mode.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(tty, TCSADRAIN, &mode)
        defer {
            setRaw(TCSADRAIN)
            show("\u{1B}[?47h\(Self.settings)")
            shown = nil
        }
        return try body()
    }

    /// The sequence that moves the cursor to where there is room for the lines of a question.
    private static func place(ofQuestionIn rows: Int) -> String {
        "\u{1B}[\(max(rows - 3, 1));1H"
    }

    /// The alternate screen, which has no scrollback.
    private static let screen = (on: "\u{1B}[?1049h", off: "\u{1B}[?1049l")
    /// No automatic line wrapping, and brackets around pastes.
    private static let settings = "\u{1B}[?7l" + TerminalInput.brackets.on

    private func enter() {
        guard !isActive else { return }
        isActive = true
        var held = sigset_t()
        sigemptyset(&held)
        // A signal without a handler is discarded unless it is blocked.
        for signal in Self.signals + [SIGWINCH] { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &formerMask)
        // Those that were blocked before stay blocked, so they do not count.
        var former = formerMask
        pending = PendingSignals(Self.signals.filter { sigismember(&former, $0) == 0 })
        resizing = PendingSignals([SIGWINCH])
        setRaw(TCSAFLUSH)
        show(Self.screen.on + Self.settings + "\u{1B}[2J")
    }

    private func setRaw(_ when: Int32) {
        var mode = formerMode
        // As cfmakeraw(3), but output is processed as before. ^C is read as a key.
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        tcsetattr(tty, when, &mode)
    }

    private func leave() {
        guard isActive else { return }
        isActive = false
        shown = nil
        // Line by line first: a terminal without an alternate screen may move what 2J erases into its
        // scrollback (tmux with `alternate-screen off`), and erased lines are empty there.
        let lines = (1...max(size.rows, 1)).map { "\u{1B}[\($0);1H\u{1B}[K" }.joined()
        show("\(lines)\u{1B}[2J\(TerminalInput.brackets.off)\u{1B}[?7h\(Self.screen.off)")
        var mode = formerMode
        tcsetattr(tty, TCSAFLUSH, &mode)
        var mask = formerMask
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
