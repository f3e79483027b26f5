import Foundation
import TestPrograms
import Testing

/// Signals, and the end of the terminal, while there is a text to lose.
extension EditTests {
    /// A signal at the question keeps the text, and names its file; but not that of the end of the terminal.
    @Test(
        arguments: [SIGINT, SIGTERM, SIGQUIT, SIGHUP],
        [
            ("echo nonsense > $1", [], "Edit it again? [Y/n] ", 65, "nonsense\n"),
            (
                "printf typed > $1; '\(Tool.path)' delete api", ["--secret"], "is lost. [Y/n] ", 44,
                "typed"
            ),
        ] as [(String, [String], String, Int32, String)]
    )
    func keepsTheFileIfASignalAnswers(
        _ signal: Int32,
        _ edit: (String, [String], String, Int32, String)
    ) throws {
        let (script, words, question, status, content) = edit
        try Self.prepare(Self.naming + script) { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api"] + words)
            try dialogue.see(question)
            if signal == SIGINT { dialogue.type("\u{3}") } else { kill(dialogue.process, signal) }
            #expect(dialogue.end() == status, "\(dialogue.shown)")
            let stays = signal != SIGHUP
            try Self.expectFile(tool, stays ? content : nil, in: dialogue.shown)
        }
    }

    /// Checks that the file stays with a text, and was named, or that its folder is removed; removes it.
    private static func expectFile(_ tool: Tool, _ content: String?, in shown: String) throws {
        let folder = try Self.folder(tool)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if let content {
            let path = "\(folder)/item.txt"
            #expect(shown.contains(" is in \(path); "), "\(shown)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
        } else {
            #expect(!shown.contains(folder), "\(shown)")
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    /// Of two signals that came together when the editor ended, one is still pending afterwards.
    @Test(
        arguments: [
            ("printf n3w", ["--secret"], 0, nil), ("echo nonsense", [], 65, "nonsense\n"),
        ] as [(String, [String], Int32, String?)]
    )
    func aSignalAtTheEndOfTheEditorLosesNothing(
        _ command: String,
        _ words: [String],
        _ status: Int32,
        _ kept: String?
    ) throws {
        let script = Self.naming + command + " > $1; echo ready; read line"
        try Self.prepare(script) { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api"] + words)
            try dialogue.see("ready")
            for signal in [SIGSTOP, SIGHUP, SIGINT] { kill(dialogue.process, signal) }
            dialogue.type("\n")
            usleep(300_000)
            kill(dialogue.process, SIGCONT)
            #expect(dialogue.end() == status, "\(dialogue.shown)")
            #expect(!dialogue.shown.contains("[Y/n]"))
            try Self.expectFile(tool, kept, in: dialogue.shown)
        }
    }

    /// A file whose path cannot be said is removed, also if the end of the terminal sends no signal.
    @Test(
        arguments: [
            ("echo nonsense > $1", "Edit it again? [Y/n] "),
            ("printf typed > $1; echo ready; read line; kill -9 $$", "ready"),
        ]
    )
    func keepsNothingAfterTheEndOfTheTerminal(_ script: String, _ words: String) throws {
        try Self.prepare(Self.naming + script) { tool throws in
            try TestProgram.write(
                "\(tool.folder)/ignoring",
                "trap '' HUP\nexec '\(Tool.path)' \"$@\""
            )
            let dialogue = try Dialogue(tool, ["edit", "api"], as: "ignoring")
            try dialogue.see(words)
            dialogue.hangUp()
            #expect(dialogue.end() > 0)
            try Self.expectFile(tool, nil, in: "")
        }
    }
}
