import CSessions
import Foundation
import Testing

/// A person at a terminal: sees what a program writes there, and types.
final class Dialogue {
    let process: pid_t
    /// All that the terminal has shown.
    private(set) var shown = ""
    /// Negative after its end.
    private var terminal: Int32
    private var isOver = false
    private let deadline = ContinuousClock.now + .seconds(20)
    private var hasTimedOut: Bool { ContinuousClock.now > deadline }

    struct Silence: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts the tool on a terminal of its own.
    init(_ tool: Tool, _ arguments: [String], as name: String = "keychainctl") throws {
        var path = [CChar](repeating: 0, count: 128)
        terminal = cs_open_terminal(&path, path.count)
        try #require(terminal >= 0)
        var size = winsize(ws_row: 24, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let device = String(decoding: bytes, as: UTF8.self)
        process = try tool.start(arguments, on: device, as: name)
    }

    deinit {
        if !isOver {
            kill(process, SIGKILL)
            _ = Tool.wait(process)
        }
        close(terminal)
    }

    /// Waits until the terminal has shown some words after the last ones that were seen.
    func see(_ words: String) throws {
        let start = shown.count
        while !shown.dropFirst(start).contains(words) {
            guard listen() else { throw Silence(description: "no \(words) in \(shown)") }
        }
    }

    /// Types.
    func type(_ text: String) {
        Array(text.utf8).withUnsafeBytes { _ = write(terminal, $0.baseAddress, $0.count) }
    }

    /// Makes the terminal larger or smaller.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// Closes the terminal, as the end of its window does.
    func hangUp() {
        close(terminal)
        terminal = -1
    }

    /// Waits for the end; returns the exit status, or the negated signal.
    func end() -> Int32 {
        while listen() {}
        // It has closed its terminal; should it be alive all the same, that is its end.
        if hasTimedOut { kill(process, SIGKILL) }
        isOver = true
        return Tool.wait(process)
    }

    /// Whether the terminal shows the typed text.
    var echoes: Bool {
        var mode = termios()
        tcgetattr(terminal, &mode)
        return mode.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Reads the output of the program; `false` at its end, or when it takes too long.
    private func listen() -> Bool {
        guard terminal >= 0 else { return waitsForEnd() }
        var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 1000) == 0 { if hasTimedOut { return false } }
        guard !hasTimedOut else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // EIO means that the other side was closed.
        let count = read(terminal, &bytes, bytes.count)
        guard count > 0 else { return false }
        shown += String(decoding: bytes[..<count], as: UTF8.self)
        return true
    }

    /// Waits a moment for the end of the program, without taking its status; `false` at its end, or when it takes
    /// too long.
    private func waitsForEnd() -> Bool {
        var facts = siginfo_t()
        waitid(P_PID, id_t(process), &facts, WEXITED | WNOHANG | WNOWAIT)
        guard facts.si_signo == 0, !hasTimedOut else { return false }
        usleep(10_000)
        return true
    }
}
