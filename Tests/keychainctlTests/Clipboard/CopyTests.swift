import CSessions
import Foundation
import TestPrograms
import TestRounds
import Testing

/// `keychainctl copy` with the real programs, on a desktop without a screen.
@Suite(.thorough, .enabled(if: Desktop.isInstalled)) struct CopyTests {
    @Test(arguments: ["xclip", "xsel"])
    func clearsOnlyWhatItCopied(_ program: String) throws {
        try Tool.inFolder { tool in
            let desktop = try Desktop(tool, with: program)
            let tool = desktop.tool
            for (service, secret) in [("api", "s3cret"), ("other", "0ther")] {
                #expect(try tool.run(["set", "--service", service], input: secret).status == 0)
            }
            // Long enough for a machine that is busy to look at it in between.
            let outcome = try tool.run(["copy", "api", "--clear-after", "3"])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints == "Copied for 3 seconds.\n")
            #expect(outcome.output.isEmpty)
            #expect(desktop.content == "s3cret")
            try desktop.waits(for: "")
            // Text that is copied in the meantime stays.
            #expect(try tool.run(["copy", "other", "--clear-after", "1"]).status == 0)
            desktop.copy("mine")
            Thread.sleep(forTimeInterval: 1.5)
            #expect(desktop.content == "mine")
        }
    }
}

/// The ends of `keychainctl copy` that are not its usual one.
@Suite struct CopyEndTests {
    /// The terminal's clipboard is emptied before the signal takes effect.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func clearsBeforeASignalEndsIt(_ signal: Int32) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let dialogue = try Dialogue(tool, ["copy", "api"])
            try dialogue.see("Copied for 30 seconds; ^C removes it now.")
            kill(dialogue.process, signal)
            #expect(dialogue.end() == -signal)
            #expect(dialogue.shown.contains("\u{1B}]52;c;czNjcmV0\u{7}"))
            #expect(dialogue.shown.hasSuffix("\u{1B}]52;c;\u{7}"))
        }
    }

    /// The command in the background clears, too, when the session ends.
    @Test func clearsBeforeTheSessionEnds() throws {
        try Tool.inFolder { tool in
            let script = #"case "$*" in *-out*) cat "$HOME/kept";; *) cat > "$HOME/kept";; esac"#
            try TestProgram.write("\(tool.folder)/xclip", script)
            var tool = tool
            tool.path = "\(tool.folder):/usr/bin:/bin"
            tool.variables = ["DISPLAY=:9"]
            // The mask of the four signals: from now on, they wait.
            let line = """
                printf s3cret > kept
                "$TOOL" clear-clipboard < kept & p=$!
                for turn in $(seq 400)
                do grep -q '^SigBlk:.*4007$' /proc/$p/status && break; sleep 0.05; done
                kill $p; wait $p; echo $?
                """
            #expect(try tool.runInShell(line).text == "143\n")
            let kept = try String(contentsOfFile: "\(tool.folder)/kept", encoding: .utf8)
            #expect(kept.isEmpty)
        }
    }

    /// As xclip while its display is stopped, and after the display is gone.
    @Test(arguments: [
        ("exec sleep 60", "does not answer"),
        (#"case "$*" in *-out*) printf s3cret;; *) exit 1;; esac"#, "failed"),
    ])
    func saysWhatAProgramDid(_ line: String, _ verb: String) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            try TestProgram.write("\(tool.folder)/xclip", line)
            var tool = tool
            tool.path = "\(tool.folder):/usr/bin:/bin"
            tool.variables = ["DISPLAY=:9"]
            let outcome = try tool.run(["copy", "api"])
            #expect(outcome.status == 78)
            let complaint =
                "xclip \(verb), and may have taken the secret; use 'keychainctl get'"
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
        }
    }
}

/// An X server of its own, without a screen.
final class Desktop {
    /// The tool that finds only one program for the clipboard.
    let tool: Tool
    private let server: pid_t
    private let program: String

    private static let folder = "/usr/bin"
    static let isInstalled = ["Xvfb", "xclip", "xsel"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
    }

    init(_ tool: Tool, with program: String) throws {
        self.program = program
        var tool = tool
        let bin = "\(tool.folder)/only"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(bin)/\(program)",
            withDestinationPath: "\(Self.folder)/\(program)"
        )
        // The server chooses a free number and writes it.
        let line = "exec Xvfb -displayfd 3 -screen 0 64x64x8 -nolisten tcp 3>\"$HOME/display\""
        let texts: [[String]] = [
            ["sh", "-c", line], ["HOME=\(tool.folder)", "PATH=/usr/bin:/bin"],
        ]
        var words = texts[0].map { strdup($0) } + [nil]
        var variables = texts[1].map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let names = ["input", "output", "complaints"].map { "\(tool.folder)/.\($0)-of-server" }
        try Data().write(to: URL(fileURLWithPath: names[0]))
        server = cs_start(
            "/bin/sh",
            &words,
            &variables,
            tool.folder,
            nil,
            names[0],
            names[1],
            names[2],
            tool.keys
        )
        try #require(server > 0)
        var number = ""
        for _ in 0..<200 where !number.hasSuffix("\n") {
            Thread.sleep(forTimeInterval: 0.05)
            let path = "\(tool.folder)/display"
            number = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        }
        try #require(number.hasSuffix("\n"))
        tool.path = bin
        tool.variables.append("DISPLAY=:\(number.dropLast())")
        self.tool = tool
    }

    deinit {
        kill(server, SIGTERM)
        _ = Tool.wait(server)
    }

    /// The content of the clipboard; empty if there is none.
    var content: String {
        let line =
            program == "xclip"
            ? "xclip -selection clipboard -out" : "xsel --clipboard --output"
        return (try? run(line))?.text ?? ""
    }

    func copy(_ text: String) {
        let line =
            program == "xclip" ? "xclip -selection clipboard -in" : "xsel --clipboard --input"
        _ = try? run("printf %s '\(text)' | \(line) >/dev/null 2>&1")
    }

    /// Waits until the clipboard has this content.
    func waits(for text: String) throws {
        for _ in 0..<100 where content != text { Thread.sleep(forTimeInterval: 0.05) }
        #expect(content == text)
    }

    private func run(_ line: String) throws -> Tool.Outcome {
        let display = tool.variables.filter { $0.hasPrefix("DISPLAY=") }
        return try tool.runProgram("/bin/sh", ["-c", line], variables: display)
    }
}
