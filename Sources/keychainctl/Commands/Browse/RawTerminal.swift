internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// The controlling terminal in raw mode, with the alternate screen: each key is read as it is
/// pressed, and the shown text disappears at the end.
///
/// Signals that would end or stop this process are blocked until ``yield()`` restores the
/// terminal, so that the terminal is always restored and never keeps showing a secret.
final class RawTerminal {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    private let tty: Int32
    private var formerMask = sigset_t()
    private var formerMode = termios()
    private var isActive = false
    /// Those of the signals that the parent process had not blocked: only they would do something.
    private var pending = PendingSignals([])
    private var resizing = PendingSignals([])

    /// Switches the terminal to raw mode.
    ///
    /// - Throws: ``Failure`` if there is no terminal.
    init() throws(Failure) {
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

    /// Writes control sequences of this program, and what they contain.
    func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes without copying them; returns whether that was possible.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { Terminal.writeAll(bytes, to: tty) }

    /// Waits for keys, or something else.
    ///
    /// - Parameter wait: The other events; signals and a new size of the terminal are added.
    /// - Returns: The keys; empty if something else came, `nil` if the terminal was closed.
    func keys(orElse wait: FileWait) -> [BrowseKey]? {
        var wait = wait
        wait.add(tty)
        wait.add(pending)
        wait.add(resizing)
        wait.run()
        resizing.take()
        guard wait.isReady(tty) else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(tty, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? BrowseKey.parse(Array(bytes[..<count])) : nil
    }

    /// Whether a signal is pending that ends or stops this process.
    var isSignalWaiting: Bool { pending.isAnyPending }

    /// Restores the terminal temporarily, to ask a question or to let pending signals take effect.
    func yield<R>(_ body: () throws -> R) rethrows -> R {
        leave()
        defer { enter() }
        return try body()
    }

    private func enter() {
        guard !isActive else { return }
        isActive = true
        var held = sigset_t()
        sigemptyset(&held)
        // A signal that nobody handles is discarded unless it is blocked.
        for signal in Self.signals + [SIGWINCH] { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &formerMask)
        // Those that were blocked before stay blocked, so they do not count.
        var former = formerMask
        pending = PendingSignals(Self.signals.filter { sigismember(&former, $0) == 0 })
        resizing = PendingSignals([SIGWINCH])
        var mode = formerMode
        // As cfmakeraw(3), but output is processed as before. ^C is read as a key.
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        tcsetattr(tty, TCSAFLUSH, &mode)
        // The alternate screen, which has no scrollback; no automatic line wrapping; no cursor.
        show("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J")
    }

    private func leave() {
        guard isActive else { return }
        isActive = false
        show("\u{1B}[2J\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l")
        var mode = formerMode
        tcsetattr(tty, TCSAFLUSH, &mode)
        var mask = formerMask
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
