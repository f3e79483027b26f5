internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What ends an agent: a signal, or the end of the command that it was started for.
package struct AgentLife {
    private static let endings = [SIGINT, SIGTERM, SIGHUP]
    private let terminal = TerminalMode()
    private var awaited = sigset_t()

    /// Holds back signals from now on, in threads that start later too.
    package init() {
        sigemptyset(&awaited)
        for signal in Self.endings + [SIGCHLD] { sigaddset(&awaited, signal) }
        sigprocmask(SIG_BLOCK, &awaited, nil)
        // Whoever read what the agent complains about may be gone, and clients still need it.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for a signal that is to end the process.
    package func waitForSignal() {
        while !Self.endings.contains(nextSignal()) {}
        // The user may have been about to type a passcode.
        terminal.restore()
    }

    /// Waits for the end of a command; passes signals on to it, but ^C, which reaches it by itself.
    ///
    /// - Returns: The exit status that a shell would give it.
    package func waitForCommand(_ process: Int32) -> Int32 {
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            let signal = nextSignal()
            if signal == SIGTERM || signal == SIGHUP { kill(process, signal) }
        }
    }

    private func nextSignal() -> Int32 {
        var (awaited, signal) = (awaited, Int32(0))
        return sigwait(&awaited, &signal) == 0 ? signal : 0
    }
}

/// How a terminal was before somebody was asked on it.
private struct TerminalMode {
    private var mode: termios?

    init() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return }
        defer { close(terminal) }
        var mode = termios()
        if tcgetattr(terminal, &mode) == 0 { self.mode = mode }
    }

    /// Makes it so again, where the process may.
    func restore() {
        guard var mode, AgentAuthenticator.standsInFront else { return }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return }
        defer { close(terminal) }
        tcsetattr(terminal, TCSANOW, &mode)
    }
}
