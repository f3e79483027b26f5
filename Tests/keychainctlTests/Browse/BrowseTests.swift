import CSessions
import Foundation
import TestPrograms
import Testing

/// The browser on a terminal.
@Suite struct BrowseTests {
    private static let entering = "\u{1B}[?1049h"
    private static let leaving = "\u{1B}[?1049l"

    private static func withItem(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            let added = try tool.run(["set", "--service", "api"], input: "s3cret")
            #expect(added.status == 0)
            try body(tool)
        }
    }

    @Test func revealsOnDemandAndLeavesNothing() throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            #expect(!dialogue.echoes)
            dialogue.type("ap\r")
            try dialogue.see("••••")
            #expect(!dialogue.shown.contains("s3cret"))
            dialogue.type("r")
            try dialogue.see("s3cret")
            dialogue.type("r")
            try dialogue.see("••••")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(dialogue.echoes)
            #expect(dialogue.shown.hasPrefix(Self.entering))
            #expect(dialogue.shown.hasSuffix("\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\(Self.leaving)"))
        }
    }

    /// The first search waits for the text of all items to be prepared, which takes longer than the screen waits.
    @Test func drawsWhatALateSearchFinds() throws {
        try Tool.inFolder { tool in
            let rows = (0..<4000).map { "site\($0),https://host\($0).example.com,ann,x" }
            let text = (["name,url,username,password"] + rows).joined(separator: "\n")
            try Data(text.utf8).write(to: URL(filePath: tool.folder + "/many.csv"))
            #expect(try tool.run(["import", "many.csv", "--yes"]).status == 0)
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("Find:")
            dialogue.type("host3999")
            try dialogue.see("1 item")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
        }
    }

    @Test(arguments: [([], false), (["--all"], true)])
    func leavesOutInvisibleItems(_ words: [String], _ showsThem: Bool) throws {
        try Self.withItem { tool in
            _ = try tool.run(["set", "--service", "index", "--invisible"], input: "1")
            let dialogue = try Dialogue(tool, ["browse"] + words)
            try dialogue.see("api")
            #expect(dialogue.shown.contains("index") == showsThem)
            dialogue.type("\u{1B}")
            #expect(dialogue.end() == 0)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func restoresTheTerminalBeforeASignalEndsIt(_ signal: Int32) throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            kill(dialogue.process, signal)
            #expect(dialogue.end() == -signal)
            #expect(dialogue.echoes)
            #expect(dialogue.shown.hasSuffix(Self.leaving))
        }
    }

    @Test func copiesThroughTheTerminal() throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse", "--clear-after", "1"])
            try dialogue.see("api")
            dialogue.type("\u{19}")
            try dialogue.see("\u{1B}]52;c;czNjcmV0\u{7}")
            try dialogue.see("\u{1B}]52;c;\u{7}")
            dialogue.type("\u{1B}")
            #expect(dialogue.end() == 0)
        }
    }

    /// The program stands for an older wl-copy: it keeps its words and its input in files.
    private static let program = """
        echo "$*" >> "$HOME/words"
        case "$*" in *--sensitive*) exit 1;; esac
        cat >> "$HOME/copied"
        tr '\\0' '\\n' < /proc/$PPID/cmdline >> "$HOME/words" 2>/dev/null
        exit 0
        """

    /// Stands for wl-paste.
    private static let reader = """
        cat "$HOME/\(content)"
        """
    private static let content = "content"

    /// Text that was copied later stays.
    @Test(arguments: [("s3cret", true), ("s3cret and more", false), ("other", false), ("", false)])
    func copiesThroughAProgram(_ content: String, _ isCleared: Bool) throws {
        try Self.withItem { tool in
            let file = "\(tool.folder)/wl-copy"
            try TestProgram.write(file, Self.program)
            let paste = "\(tool.folder)/wl-paste"
            try TestProgram.write(paste, Self.reader)
            try Data(content.utf8).write(
                to: URL(fileURLWithPath: "\(tool.folder)/\(Self.content)")
            )
            var tool = tool
            tool.path = "\(tool.folder):/usr/bin:/bin"
            tool.variables = ["WAYLAND_DISPLAY=wayland-0"]
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            dialogue.type("\rc")
            try dialogue.see("Copied")
            // The clipboard is emptied at the end too.
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            let words = try String(contentsOfFile: "\(tool.folder)/words", encoding: .utf8)
            #expect(words.contains("--type text/plain\n"))
            #expect(words.contains("--clear\n") == isCleared)
            #expect(!words.contains("s3cret"))
            let copied = try String(contentsOfFile: "\(tool.folder)/copied", encoding: .utf8)
            #expect(copied == "s3cret")
            #expect(!dialogue.shown.contains("s3cret") && !dialogue.shown.contains("czNjcmV0"))
        }
    }

    /// Stands for an xclip whose display hangs, when it has certain arguments.
    private static func hanging(_ words: String) -> String {
        """
        case "$*" in *\(words)*) printf s3; trap '' TERM; while :; do sleep 0.1; done;; esac
        cat > "$HOME/\(content)"
        """
    }

    /// The browser ends, whatever becomes of the program.
    @Test(arguments: [
        // What it may have taken is looked for, and is not there.
        ("-in", "xclip does not answer; nothing", ""), ("-out", "The clipboard was emptied.", ""),
    ])
    func waitsForNoProgramThatHangs(_ words: String, _ news: String, _ content: String) throws {
        try Self.withItem { tool in
            try TestProgram.write("\(tool.folder)/xclip", Self.hanging(words))
            let file = "\(tool.folder)/\(Self.content)"
            try Data("-".utf8).write(to: URL(fileURLWithPath: file))
            var tool = tool
            tool.path = "\(tool.folder):/usr/bin:/bin"
            tool.variables = ["DISPLAY=:9"]
            let dialogue = try Dialogue(tool, ["browse", "--clear-after", "1"])
            try dialogue.see("api")
            dialogue.type("\u{19}")
            try dialogue.see(news)
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
        }
    }

    @Test func changesAndDeletes() throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            dialogue.type("\re\u{15}New label\t\t\t\tnoted\r")
            try dialogue.see("Changed api; ")
            #expect(try tool.run(["list"]).text.contains("\tNew label\t"))
            let comment = ["list", "--json"]
            #expect(try tool.run(comment).text.contains("\"noted\""))
            let entries = [("wr0ng", "entries do not match;"), ("0ther", "Changed api; ")]
            for (again, outcome) in entries {
                dialogue.type("n")
                try dialogue.see("t type it")
                dialogue.type("t")
                try dialogue.see("New secret: ")
                dialogue.type("0ther\n")
                try dialogue.see("New secret again: ")
                dialogue.type("\(again)\n")
                try dialogue.see(outcome)
            }
            #expect(!dialogue.shown.contains("run the command"))
            #expect(try tool.run(["get", "--service", "api"]).text == "0ther")
            // Text that was typed before the question was shown does not answer it.
            dialogue.type("dy")
            try dialogue.see("Delete this item? y/N")
            dialogue.type("y")
            try dialogue.see("Deleted api; ")
            #expect(try tool.run(["list"]).text == "")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(!dialogue.shown.contains("0ther"))
        }
    }

    /// A signal ends the browser from a prompt too, which it answers by leaving the screen first.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func restoresTheTerminalFromAPrompt(_ signal: Int32) throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            dialogue.type("\rn")
            try dialogue.see("t type it")
            dialogue.type("t")
            try dialogue.see("New secret: ")
            kill(dialogue.process, signal)
            #expect(dialogue.end() == -signal)
            #expect(dialogue.echoes)
            #expect(dialogue.shown.hasSuffix(Self.leaving))
            #expect(try tool.run(["get", "--service", "api"]).text == "s3cret")
        }
    }

    /// The program is refused where the terminal would show control sequences as text.
    @Test func needsControlSequences() throws {
        try Self.withItem { tool in
            var tool = tool
            tool.variables = ["TERM=dumb"]
            let dialogue = try Dialogue(tool, ["browse"])
            #expect(dialogue.end() == 64)
            #expect(dialogue.shown.contains("TERM is dumb; use 'keychainctl list' or 'search'"))
            #expect(!dialogue.shown.contains("\u{1B}"))
        }
    }

    /// Another rule than that of 'edit' would give two items one name.
    @Test func refusesWhatEditRefuses() throws {
        try Self.withItem { tool in
            let words = ["set", "--service", "other", "--synchronizable"]
            #expect(try tool.run(words, input: "x").status == 0)
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("other")
            dialogue.type("api\re\t\t\u{15}other\r")
            try dialogue.see("exists already")
            dialogue.type("\u{1B}")
            try dialogue.see("d drop")
            dialogue.type("d")
            try dialogue.see("Nothing was changed.")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(try tool.run(["get", "--service", "api"]).text == "s3cret")
        }
    }

    @Test func seesWhatOthersDo() throws {
        try Self.withItem { tool in
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("api")
            #expect(try tool.run(["set", "--service", "news"], input: "x").status == 0)
            try dialogue.see("news")
            dialogue.resize(columns: 60, rows: 10)
            try dialogue.see("WHERE")
            dialogue.type("\u{1B}")
            #expect(dialogue.end() == 0)
        }
    }

    @Test func needsATerminal() throws {
        try Self.withItem { tool in
            let outcome = try tool.run(["browse"])
            #expect(outcome.status == 64)
            #expect(outcome.complaints.hasPrefix("keychainctl: browsing requires a terminal; "))
        }
    }
}

/// The display of one-time codes and of locked keychains.
@Suite struct BrowseProtectionTests {
    @Test func showsCodes() throws {
        try Tool.inFolder { tool in
            let address = "otpauth://totp/Example:ann?secret=JBSWY3DPEHPK3PXP&issuer=Example"
            #expect(try tool.run(["otp", "add"], input: address).status == 0)
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("Example")
            dialogue.type("\r")
            try dialogue.see("o code")
            dialogue.type("o")
            try dialogue.see("Code:   ")
            try dialogue.see(" left)")
            // The clipboard gets the code, and not the secret that it is made of.
            dialogue.type("c")
            try dialogue.see("Copied")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(!dialogue.shown.contains("JBSWY3DP"))
            let copied = dialogue.shown.split(separator: "\u{1B}]52;c;").dropFirst().first ?? ""
            let code = Data(base64Encoded: String(copied.prefix { $0 != "\u{7}" })) ?? Data()
            #expect(code.count == 6 && code.allSatisfy { (0x30...0x39).contains($0) })
        }
    }

    @Test func countsWhatItShows() throws {
        try Tool.inFolder { tool in
            let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
            let address = "otpauth://hotp/Counts:bob?secret=\(secret)&counter=0"
            #expect(try tool.run(["otp", "add"], input: address).status == 0)
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("Counts")
            dialogue.type("\u{0F}")
            try dialogue.see("Code:   287082")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
            #expect(try tool.run(["otp", "Counts"]).text == "359152")
        }
    }

    @Test(.enabled(if: KernelKeys.areKept)) func unlocksInPlace() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            let dialogue = try Dialogue(tool, ["browse"])
            try dialogue.see("'work': ")
            dialogue.type(LockedUse.passcode + "\n")
            try dialogue.see(" items")
            dialogue.type("\rr")
            try dialogue.see("Secret:")
            #expect(try tool.run(["lock"]).status == 0)
            try dialogue.see("The keychain is locked.")
            dialogue.type("\r")
            try dialogue.see("'work': ")
            dialogue.type(LockedUse.passcode + "\n")
            try dialogue.see(" items")
            dialogue.type("\u{03}")
            #expect(dialogue.end() == 0)
        }
    }

    /// A keychain that was never used is not an error.
    @Test func saysThatThereIsNothing() throws {
        try Tool.inFolder { tool in
            for command in ["browse", "list"] {
                let dialogue = try Dialogue(tool, [command])
                try dialogue.see("No items.")
                #expect(dialogue.end() == 0)
            }
        }
    }

    /// An empty list is no empty keychain.
    @Test func saysWhatAnEmptyListLeavesOut() throws {
        try Tool.inFolder { tool in
            let words = ["key", "generate", "--label", "k", "--require", "presence"]
            #expect(try tool.run(words).status == 0)
            let commands = [(["list"], "None. Keys"), (["key", "list"], "None is listed")]
            for (command, sentence) in commands {
                let dialogue = try Dialogue(tool, command)
                try dialogue.see(sentence)
                #expect(dialogue.end() == 0)
            }
        }
    }
}
