internal import CKeychainPlatform
package import PortableKeychain
internal import KeychainLibC

/// Waits for the end of an agent: a signal, or the end of the command for which it was started.
package struct AgentLife {
    private static let endings = [SIGINT, SIGTERM, SIGHUP]
    private let terminal = TerminalMode()
    private var awaited = sigset_t()

    /// Blocks signals from now on, also in threads that are started later.
    package init() {
        sigemptyset(&awaited)
        for signal in Self.endings + [SIGCHLD] { sigaddset(&awaited, signal) }
        sigprocmask(SIG_BLOCK, &awaited, nil)
        // The reader of the agent's messages may have ended, but clients still need the agent.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for a signal that ends the process.
    package func waitForSignal() {
        while !Self.endings.contains(nextSignal()) {}
        // The user may have been asked for a passcode, with echo switched off.
        terminal.restore()
    }

    /// Waits for the end of a command, and passes signals on to it, except ^C, which the terminal
    /// sends to both.
    ///
    /// - Returns: The exit status that a shell would report.
    package func waitForCommand(_ process: ChildProcess) -> Int32 {
        while true {
            if let status = process.statusAfterEnd() { return status < 0 ? 128 - status : status }
            let signal = nextSignal()
            if signal == SIGTERM || signal == SIGHUP { process.end(by: signal) }
        }
    }

    private func nextSignal() -> Int32 {
        var (awaited, signal) = (awaited, Int32(0))
        return sigwait(&awaited, &signal) == 0 ? signal : 0
    }
}

/// The mode of a terminal before the user was asked on it.
private struct TerminalMode {
    private var mode: termios?

    init() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return }
        defer { close(terminal) }
        var mode = termios()
        if tcgetattr(terminal, &mode) == 0 { self.mode = mode }
    }

    /// Restores the mode, if the process may do so.
    func restore() {
        guard var mode, TerminalPrompt.isPossible else { return }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return }
        defer { close(terminal) }
        tcsetattr(terminal, TCSANOW, &mode)
    }
}
