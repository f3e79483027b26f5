import ArgumentParser
import Foundation
import KeychainctlKit
import SecurityTool
import Testing

@testable import keychainctl

/// The help of every command fits a screen, and has an example.
@Suite struct HelpTests {
    /// The commands by their names.
    static let commands: [[String]: any ParsableCommand.Type] = {
        var found: [[String]: any ParsableCommand.Type] = [:]
        func walk(_ command: any ParsableCommand.Type, _ names: [String]) {
            found[names] = command
            for other in command.configuration.subcommands {
                walk(other, names + [other.configuration.commandName ?? ""])
            }
        }
        walk(Keychainctl.self, ["keychainctl"])
        return found
    }()

    @Test func findsTheCommands() { #expect(Self.commands.count > 100) }

    @Test(arguments: commands.keys.sorted { $0.joined() < $1.joined() })
    func fitsAScreen(_ names: [String]) throws {
        let command = try #require(Self.commands[names])
        let page = try HelpPage(command, names: names, isWhole: false)
        #expect(page.lines.count <= HelpPage.rows, "\(page.text)")
        #expect(page.lines.contains("EXAMPLES"), "\(page.text)")
        let examples = page.lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { !$0.isEmpty }
        #expect(!examples.isEmpty)
        let whole = try HelpPage(command, names: names, isWhole: true)
        for line in page.lines + whole.lines {
            #expect(line.count <= HelpText.columns, "\(line)")
            #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
        }
    }

    /// An example begins with the tool, or has it behind a pipe or a variable; the tool understands it.
    @Test(arguments: commands.keys.sorted { $0.joined() < $1.joined() })
    func showsExamplesOfTheTool(_ names: [String]) throws {
        let command = try #require(Self.commands[names])
        let sections = Discussion(command.configuration.discussion).sections
        let examples = sections.filter { $0.title == "EXAMPLES" }.flatMap(\.lines)
        let programs = ["keychainctl"] + ProgramName.allCases.map(\.rawValue) + ["ssh", "git"]
        #expect(examples.contains { line in programs.contains { line.contains($0) } }, "\(names)")
    }

    /// All options are in the whole help, and in the manual; the short one leaves some out.
    @Test func hidesWhatIsRare() throws {
        func text(_ isWhole: Bool) throws -> String {
            try HelpPage(SetCommand.self, names: ["keychainctl", "set"], isWhole: isWhole).text
        }
        for option in ["--creator", "--script-code", "--security-domain", "--password-fd"] {
            #expect(try !text(false).contains(option))
            #expect(try text(true).contains(option))
        }
        for option in ["--service", "--label", "--[no-]synchronizable", "<name>", "--generate"] {
            #expect(try text(false).contains(option))
            #expect(try text(true).contains(option))
        }
    }

    @Test(arguments: [
        (["--help"], "keychainctl <command>"), (["-h"], "keychainctl <command>"),
        (["help"], "keychainctl <command>"),
        (["get", "--help"], "keychainctl get [options] [<name>]"),
        (["help", "get"], "keychainctl get "), (["get", "api", "-h"], "keychainctl get "),
        (["run", "--help"], "keychainctl run "), (["run", "-h"], "keychainctl run "),
        (["run", "--env", "A=b", "--help"], "keychainctl run "),
        (["help", "run"], "keychainctl run "),
        (["otp", "--help"], "keychainctl otp <command>"), (["key", "list", "--help"], "key list "),
        (["list", "--help", "--all"], "keychainctl list "),
    ])
    func answersRequests(_ words: [String], _ usage: String) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.run(words)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text.contains("\nUSAGE: "), "\(outcome.text)")
            #expect(outcome.text.contains(usage), "\(outcome.text)")
            #expect(outcome.text.contains("--help --all") != words.contains("--all"))
        }
    }

    /// Behind the name of a command that is started, options are its own.
    @Test func leavesOptionsToOtherCommands() throws {
        try Tool.inFolder { tool in
            let long = try tool.run(["run", "--", "sh", "-c", "echo $0", "--help"])
            #expect(long.text == "--help\n")
            let short = try tool.run(["run", "sh", "-c", "echo $0", "-h"])
            #expect(short.text == "-h\n")
        }
    }

    @Test func hasTheExitStatusesAsATopic() throws {
        try Tool.inFolder { tool in
            let topic = try tool.run(["help", "exit-status"])
            #expect(topic.text == ExitStatus.help + "\n")
            #expect(try !tool.run(["--help"]).text.contains("EXIT STATUS"))
            #expect(try tool.run(["help", "nothing"]).status == 64)
            #expect(try tool.run(["man-pages", "."]).status == 0)
            let page = try String(contentsOfFile: "\(tool.folder)/keychainctl.1", encoding: .utf8)
            #expect(page.contains(".SH EXIT STATUS\n"))
            let set = try String(
                contentsOfFile: "\(tool.folder)/keychainctl-set.1",
                encoding: .utf8
            )
            #expect(set.contains("\\-\\-script\\-code"))
        }
    }

    /// `security` too.
    @Test func fitsAScreenAsSecurity() throws {
        try Tool.inFolder { tool in
            let list = try tool.run(["help"], as: "security").text
            let pages = try SecurityTool.summaries.map {
                try tool.run(["help", $0.name], as: "security").text
            }
            for page in [list] + pages {
                let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count <= HelpPage.rows + 1, "\(page)")
                #expect(lines.allSatisfy { $0.count <= HelpText.columns }, "\(page)")
            }
        }
    }

    @Test(arguments: OtherToolWord.all.map(\.word)) func knowsWordsOfOtherTools(_ word: String)
        throws
    {
        let other = try #require(OtherToolWord.named(word))
        let names = other.command.split(separator: " ").map(String.init).prefix(1)
        #expect(Self.commands[["keychainctl"] + names] != nil, "\(other.command)")
        #expect(Self.commands[["keychainctl", word]] == nil, "\(word) is a command")
        let outcome = try Tool.inFolder { try $0.run([word, "api/ci"]) }
        #expect(outcome.status == 64)
        let expected = "there is no command '\(word)'; use 'keychainctl \(other.command)', which "
        #expect(outcome.complaints.contains(expected), "\(outcome.complaints)")
    }

    @Test func knowsTheWordsThatPeopleTry() {
        for (word, command) in [
            ("rm", "delete"), ("ls", "list"), ("cp", "copy"), ("mv", "rename"), ("find", "search"),
            ("insert", "set"),
        ] {
            #expect(OtherToolWord.named(word)?.command == command)
        }
    }
}

@Suite struct HelpTextTests {
    @Test(
        arguments: [
            ("", 0, 0, []), ("a b", 0, 0, ["a b"]), ("a b", 2, 0, ["  a b"]),
            (
                String(repeating: "word ", count: 20), 2, 2,
                [
                    "  " + Array(repeating: "word", count: 15).joined(separator: " "),
                    "    " + Array(repeating: "word", count: 5).joined(separator: " "),
                ]
            ),
        ] as [(String, Int, Int, [String])]
    )
    func wraps(_ text: String, _ indent: Int, _ hanging: Int, _ lines: [String]) {
        #expect(HelpText.wrapped(text, indent: indent, hanging: hanging) == lines)
    }

    @Test func readsDiscussions() {
        let text = Discussion("One.\nTwo.\n\nThree.\n\nEXAMPLES\n  a\n  b\n\nFour.\nKEYS\n  c")
        #expect(text.paragraphs == ["One. Two.", "Three.", "Four."])
        #expect(
            text.sections == [
                Discussion.Section(title: "EXAMPLES", lines: ["  a", "  b"]),
                Discussion.Section(title: "KEYS", lines: ["  c"]),
            ]
        )
    }
}
