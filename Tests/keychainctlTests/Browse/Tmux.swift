import Foundation
import Testing

/// A person at a terminal of tmux, which is another implementation than the browser's idea of one.
final class Tmux {
    static let absence: Comment = "tmux is not installed"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
    private static let path = "/usr/bin/tmux"

    private let tool: Tool

    /// Starts the tool in a window of some size, whose settings are like `remain-on-exit on`.
    init(
        _ tool: Tool,
        _ arguments: [String],
        columns: Int,
        rows: Int,
        terminal: String = "tmux-256color",
        settings: [String] = []
    ) throws {
        self.tool = tool
        let line = "TERM=\(terminal) exec '\(Tool.path)' \(arguments.joined(separator: " "))"
        let options = settings.flatMap { setting in
            ["set-option", "-wg"] + setting.components(separatedBy: " ") + [";"]
        }
        let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", line]
        try run(["start-server", ";"] + options + session)
    }

    deinit { _ = try? run(["kill-server"]) }

    /// Types keys by their names, such as Enter; other words are typed as they are.
    func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

    /// Pastes a text as a terminal does: in brackets if the program asked for them.
    func paste(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(tool.folder)/pasted"))
        try run(["load-buffer", "pasted"])
        try run(["paste-buffer", "-p"])
    }

    /// The lines on the screen, without spaces at their ends, once they fulfil a condition.
    @discardableResult
    func lines(where isExpected: ([String]) -> Bool) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        var lines: [String] = []
        repeat {
            lines = try run(["capture-pane", "-p"]).components(separatedBy: "\n").map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            }
            if isExpected(lines) { return lines }
            usleep(20_000)
        } while ContinuousClock.now < deadline
        throw Dialogue.Silence(description: "other lines: \(lines)")
    }

    /// The lines on the screen, once one of them has some words.
    @discardableResult
    func see(_ words: String) throws -> [String] {
        try lines { $0.contains { $0.contains(words) } }
    }

    /// The lines on the screen and all that were scrolled out of it.
    func history() throws -> String { try run(["capture-pane", "-p", "-S", "-"]) }

    /// A variable of the window, such as `cursor_y`.
    func variable(_ name: String) throws -> String {
        try run(["display-message", "-p", "#{\(name)}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @discardableResult
    private func run(_ words: [String]) throws -> String {
        let socket = ["-S", "\(tool.folder)/tmux", "-f", "/dev/null", "-u"]
        let outcome = try tool.runProgram(Self.path, socket + words)
        guard outcome.status == 0 else {
            throw Dialogue.Silence(description: "\(words): \(outcome.complaints)")
        }
        return outcome.text
    }
}
