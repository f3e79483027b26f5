internal import KeychainLibC

/// Asks for one line on the controlling terminal, if requested without showing the input.
package enum TerminalPrompt {
    /// The reason why there is no answer.
    package enum Failure: Error {
        /// There is no terminal, or this process runs in its background.
        case noTerminal
        /// Nothing was entered.
        case nothingEntered
        /// The line is longer than the terminal can deliver.
        case tooLong
        /// The terminal cannot be read.
        case unreadable
    }

    /// Terminals truncate longer lines without an error: 4,095 bytes on Linux, 1,023 on Darwin.
    #if canImport(Darwin)
        private static let longestLine = 1023
    #else
        private static let longestLine = 4095
    #endif

    /// Asks once.
    ///
    /// - Parameters:
    ///   - prompt: The text to show; the caller must escape control characters.
    ///   - hidesInput: Whether the input is hidden.
    /// - Returns: The input, without the newline.
    /// - Throws: ``Failure`` when there is no answer.
    package static func ask(
        _ prompt: String,
        hidesInput: Bool = true
    ) throws(Failure) -> SecretBytes {
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { throw .noTerminal }
        defer { close(tty) }
        guard isForeground(tty) else { throw .noTerminal }
        var count = 0
        let line = try SecretBytes(count: longestLine + 1) { room throws(Failure) in
            count = try readLine(prompt, tty, room, hidesInput)
        }
        guard count > 0 else { throw .nothingEntered }
        guard count < longestLine else { throw .tooLong }
        return SecretBytes(count: count) { room in
            line.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    /// Whether there is a terminal on which this process may ask now.
    package static var isPossible: Bool { isInForeground == true }

    /// Whether this process has a terminal on which it may not ask now.
    static var isInBackground: Bool { isInForeground == false }

    /// Whether this process may ask on its terminal now; `nil` if it has none.
    private static var isInForeground: Bool? {
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { return nil }
        defer { close(tty) }
        return isForeground(tty)
    }

    /// Whether this process may read from its terminal: a background job of a shell is stopped if it
    /// tries to (SIGTTIN), and waits there without a word.
    private static func isForeground(_ tty: Int32) -> Bool { tcgetpgrp(tty) == getpgrp() }

    /// Reads a line; returns its length without the newline.
    ///
    /// Signals are blocked during the question. When one arrives, the terminal is restored before
    /// the signal takes effect, so that neither ^C nor ^Z leaves a terminal without echo.
    private static func readLine(
        _ prompt: String,
        _ tty: Int32,
        _ room: UnsafeMutableRawBufferPointer,
        _ hidesInput: Bool
    ) throws(Failure) -> Int {
        while true {
            let silence = Silence(tty, hidesInput)
            // It may contain text of others, such as the name of an item.
            show(UnsafeCharacters.blanked(prompt), tty)
            let isReady = waitForLine(tty, silence)
            let count = isReady ? read(tty, room.baseAddress, room.count) : -1
            if hidesInput || !isReady { show("\n", tty) }
            // A pending signal takes effect here. After a stop, or if the process ignores it, the
            // question is asked again.
            silence.end()
            guard isReady else { continue }
            guard count >= 0 else { throw .unreadable }
            let endsLine = count > 0 && room[count - 1] == UInt8(ascii: "\n")
            return endsLine ? count - 1 : count
        }
    }

    private static func show(_ text: String, _ tty: Int32) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let step = bytes[written...].withUnsafeBytes { write(tty, $0.baseAddress, $0.count) }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { return }
            written += step
        }
    }

    /// Waits for a line; `false` if a signal arrives first.
    private static func waitForLine(_ tty: Int32, _ silence: borrowing Silence) -> Bool {
        var wait = FileWait()
        wait.add(tty)
        wait.add(silence.signals)
        while !silence.signals.isAnyPending {
            wait.run()
            if wait.isReady(tty) { return !silence.signals.isAnyPending }
        }
        return false
    }
}

/// The state of the terminal during a question: echo is off if the input is hidden, and signals are
/// blocked.
private struct Silence: ~Copyable {
    private static let held = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    private let tty: Int32
    /// The signals that take effect in ``end()``: those that were not blocked before the question.
    let signals: PendingSignals
    private var formerMask = sigset_t()
    private var formerMode = termios()

    init(_ tty: Int32, _ hidesInput: Bool) {
        self.tty = tty
        var held = sigset_t()
        sigemptyset(&held)
        for signal in Self.held { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &formerMask)
        // Those that were blocked before the question stay blocked, so they do not count.
        var former = formerMask
        signals = PendingSignals(Self.held.filter { sigismember(&former, $0) == 0 })
        tcgetattr(tty, &formerMode)
        var mode = formerMode
        if hidesInput { mode.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(tty, TCSAFLUSH, &mode)
    }

    func end() {
        var mode = formerMode
        tcsetattr(tty, TCSAFLUSH, &mode)
        var mask = formerMask
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
