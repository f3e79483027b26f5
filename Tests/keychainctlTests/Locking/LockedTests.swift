import ArgumentParser
import Foundation
import KeychainctlKit
import PortableKeychain
import TestRounds
import Testing

@testable import SecurityTool
@testable import keychainctl

/// A locked keychain: a command that needs its content asks for the passcode, or says how to unlock
/// it.
@Suite(.thorough) struct LockedTests {
    static let uses = TestRounds.sample(
        of: LockedUse.commands + LockedUse.databases + LockedUse.helpers + LockedUse.verbs,
        every: 4
    )

    @Test(arguments: uses) func asksOnATerminalAndGoesOn(_ use: LockedUse) throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            try saysWhatToRun(use, tool)
            let dialogue = try Dialogue(tool, use.words, as: use.program)
            try say(use.before, dialogue)
            try dialogue.see("'work': ")
            #expect(dialogue.shown.contains("Passcode of the keychain 'work'"))
            #expect(!dialogue.echoes)
            dialogue.type("wrong horse\n")
            try dialogue.see("'work': ")
            #expect(dialogue.shown.contains("That was wrong. Passcode of the keychain 'work'"))
            dialogue.type(LockedUse.passcode + "\n")
            try say(use.after, dialogue)
            let status = dialogue.end()
            let isInterrupted = use.after.last?.answer == "\u{3}"
            #expect(status == (isInterrupted ? -SIGINT : 0), "\(dialogue.shown)")
            let showsAll = use.shows.isEmpty || dialogue.shown.contains(use.shows)
            #expect(showsAll, "\(dialogue.shown)")
            #expect(!dialogue.shown.contains(LockedUse.passcode))
            // As `unlock` does it, for all processes.
            guard KernelKeys.areKept else { return }
            #expect(try tool.run(["status"]).text.contains("state\tunlocked"))
        }
    }

    private func say(_ answers: [(prompt: String, answer: String)], _ dialogue: Dialogue) throws {
        for (prompt, answer) in answers {
            if !prompt.isEmpty { try dialogue.see(prompt) }
            dialogue.type(answer)
        }
    }

    /// Without a terminal.
    private func saysWhatToRun(_ use: LockedUse, _ tool: Tool) throws {
        guard use.words != ["browse"], use.words.first != "watch" else { return }
        let outcome = try tool.run(use.words, input: use.piped, as: use.program)
        let complaints = outcome.complaints.split(separator: "\n")
            .filter { !$0.contains("warning: ") }
        switch use.says {
        case .message:
            #expect(outcome.status == 36)
            #expect(complaints == ["\(use.program): \(LockedUse.advice)"])
            #expect(outcome.output.isEmpty)
        case .answer(let status):
            #expect(outcome.status == status)
            #expect(outcome.text.contains(LockedUse.advice), "\(outcome.text)")
            #expect(complaints.isEmpty)
        case .function(let status):
            #expect(outcome.status == status)
            let start = "security: "
            #expect(complaints.count == 1 && complaints[0].hasPrefix(start), "\(complaints)")
            #expect(outcome.complaints.contains(": \(LockedUse.advice) ("), "\(complaints)")
        case .nothing(let words):
            #expect(outcome.status == 0)
            #expect(outcome.complaints.contains(words))
        }
    }

    /// An answer of nothing means no, and three wrong ones are enough.
    @Test func takesANoForAnAnswer() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            let dialogue = try Dialogue(tool, ["get", "--service", "api"])
            try dialogue.see("'work': ")
            dialogue.type("\n")
            #expect(dialogue.end() == 75)
            let other = try Dialogue(tool, ["get", "--service", "api"])
            for _ in 0..<3 {
                try other.see("'work': ")
                other.type("wrong horse\n")
            }
            #expect(other.end() == 51)
        }
    }

    /// A check of the file does without the passcode, and says what was not checked.
    @Test(arguments: [["verify"], ["verify", "--repair"]])
    func verifiesWithoutThePasscode(_ words: [String]) throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            for answer in ["\n", "\u{1B}", "\u{4}"] {
                let verify = try Dialogue(tool, words)
                try verify.see("'work': ")
                verify.type(answer)
                #expect(verify.end() == 0, "\(verify.shown)")
                #expect(verify.shown.contains("of them locked: only their seals."))
                let repairs = verify.shown.contains("There is nothing that a repair removes.")
                #expect(repairs == words.contains("--repair"), "\(verify.shown)")
            }
            // A passcode that is wrong was meant to be used.
            let wrong = try Dialogue(tool, words)
            for _ in 0..<3 {
                try wrong.see("'work': ")
                wrong.type("wrong horse\n")
            }
            #expect(wrong.end() == 51)
            #expect(!wrong.shown.contains("checked"), "\(wrong.shown)")
        }
    }

    /// Standard input and output are files, and the question is asked on the terminal all the same.
    @Test(arguments: [
        ("key import --label new <ed25519.pem", ""),
        ("identity export --label Mine >out.p12", "New passphrase: "),
    ])
    func asksBesidePipes(_ line: String, _ next: String) throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            try tool.linkShell()
            let dialogue = try Dialogue(tool, ["-c", "'\(Tool.path)' " + line], as: "./shell")
            try dialogue.see("'work': ")
            dialogue.type(LockedUse.passcode + "\n")
            for _ in 0..<(next.isEmpty ? 0 : 2) {
                try dialogue.see(next.isEmpty ? "" : "assphrase")
                dialogue.type("sesame\n")
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
        }
    }

    /// Another keychain than the default one is named in the command to run.
    @Test func namesTheKeychainToUnlock() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            #expect(try tool.run(["create", "other"]).status == 0)
            #expect(try tool.run(["default", "other"]).status == 0)
            let words = ["get", "--service", "api", "--keychain"]
            for (name, shown) in [
                ("work", "work"),
                ("data/portable-keychain/work.keychain", "data/portable-keychain/work.keychain"),
            ] {
                let outcome = try tool.run(words + [name])
                let command = "'keychainctl unlock --keychain \(shown)'"
                #expect(outcome.complaints.hasSuffix("; unlock it with \(command)\n"))
            }
        }
    }

    /// A variable chooses the keychain of commands and helpers; the option counts more.
    @Test func takesTheKeychainOfTheVariable() throws {
        try Tool.inFolder { plain in
            var tool = plain
            tool.variables.append("PORTABLE_KEYCHAIN=other")
            #expect(try tool.run(["list"]).status == 50)
            for name in ["other", "third"] {
                #expect(try plain.run(["create", name]).status == 0)
                let words = ["set", "--service", "api", "--keychain", name]
                #expect(try plain.run(words, input: name).status == 0)
            }
            #expect(try tool.run(["get", "--service", "api"]).text == "other")
            let words = ["get", "--service", "api", "--keychain", "third"]
            #expect(try tool.run(words).text == "third")
            let store = try tool.run(["set", "a", "me"], input: "p\n", as: "keyring")
            #expect(store.status == 0)
            #expect(try plain.run(["list", "--keychain", "other"]).text.contains("generic\ta\tme"))
            // The default keychain was not made.
            #expect(try plain.run(["get", "--service", "api"]).status == 50)
        }
    }

    /// A background job of a shell would be stopped if it read from the terminal.
    @Test func doesNotAskInTheBackground() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            try tool.linkShell()
            let line = "set -m; '\(Tool.path)' get --service api & wait $!; echo status=$?"
            let dialogue = try Dialogue(tool, ["-c", line], as: "./shell")
            #expect(dialogue.end() == 0)
            #expect(dialogue.shown.contains(LockedUse.advice), "\(dialogue.shown)")
            #expect(dialogue.shown.contains("status=36"), "\(dialogue.shown)")
        }
    }

    /// A desktop has a dialog: the passcode is asked for where the variable says.
    @Test func asksInADialogIfTheUserChoseThat() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            let tool = try tool.asking("echo \"D \(LockedUse.passcode)\"; echo OK")
            for use in [LockedUse.commands[0], LockedUse.helpers[0], LockedUse.verbs[0]] {
                let outcome = try tool.run(use.words, input: use.piped, as: use.program)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                #expect(outcome.text.contains(use.shows))
                try Keychain.open(.named("work"), configuration: tool.configuration).lock()
            }
        }
    }

    // MARK: Completeness

    /// Commands that need no unlocked keychain: they unlock it, or look at it from outside.
    static let others: Set<String> = [
        "create", "keychains", "default", "remove-keychain", "doctor", "status", "lock", "unlock",
        "passcode set", "passcode change", "passcode remove", "install-links", "man-pages",
        "fido2 enroll", "fido2 list", "fido2 remove",
        // They read the passcode by themselves, or do not open any item.
        "rotate", "accept-older", "settings", "clear-clipboard", "complete-names",
        // They read the passcode themselves, or need none.
        "slot list", "slot remove", "recovery create", "recovery remove", "recovery status",
        "recover", "credential create", "credential remove", "login-password enroll",
        "login-password remove", "login-password status", "login-password unlock",
        "login-password notice",
        "tpm status", "tpm recovery", "tpm bind", "tpm unbind", "tpm enroll", "tpm unlock",
        // They speak to the agent, which has the keychain open.
        "agent status", "agent grants", "agent revoke", "agent log", "agent answer",
        "agent exclusive", "agent enable", "agent disable",
        // Certificates are not secret.
        "certificate import",
        // They read a file from standard input, or write one to standard output, so that they have
        // no dialogue on a terminal: see asksBesidePipes().
        "key import", "identity export",
        // They speak to the session bus first: Integrations/secret-service.sh runs them.
        "secret-service enable", "secret-service disable", "secret-service status", "session",
        // They work on files of browsers, or look at what is not locked; what is not there is not locked either.
        "browser enable", "browser disable", "browser status", "browser forget",
        // They ask a remote, which a script on a terminal does not have: SyncCommandTests runs them.
        "sync setup", "sync invite", "sync invites", "sync join", "sync recover", "sync now",
        "sync run", "sync approve", "sync request", "sync admit", "sync publish",
        "sync status", "sync devices", "sync remove", "sync rotate", "sync pause", "sync resume",
        "sync leave", "sync conflicts", "sync edits", "sync history", "sync remote", "sync doctor",
        "sync accept-older", "sync repair",
        "sync recovery create", "sync recovery remove",
    ]

    @Test func knowsEveryCommand() {
        let known = LockedUse.commands.map { use in
            use.words.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
        }
        let commands = Self.leaves(Keychainctl.self, [])
        #expect(commands.count > 40)
        for command in commands where !command.hasPrefix("helper ") {
            let isKnown = known.contains { $0 == command || $0.hasPrefix(command + " ") }
            #expect(isKnown != Self.others.contains(command), "\(command)")
        }
        let programs = Set((LockedUse.helpers + LockedUse.verbs).map(\.program))
        // A browser's messages have bytes that users do not type: BrowserHostTests.
        let others: Set = [ProgramName.browser.rawValue]
        #expect(programs.union(others) == Set(ProgramName.allCases.map(\.rawValue)))
    }

    static func leaves(_ command: any ParsableCommand.Type, _ path: [String]) -> [String] {
        let configuration = command.configuration
        let all =
            configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        guard !all.isEmpty else { return [path.joined(separator: " ")] }
        return all.flatMap { leaves($0, path + [$0.configuration.commandName ?? ""]) }
    }

    /// The verbs of `security` that need no items.
    static let otherVerbs: Set<String> = [
        "help", "list-keychains", "default-keychain", "login-keychain", "create-keychain",
        "delete-keychain", "lock-keychain", "unlock-keychain", "set-keychain-settings",
        "set-keychain-password", "show-keychain-info", "error",
        // Certificates are not secret.
        "add-certificates",
        // They have no effect.
        "set-key-partition-list", "set-generic-password-partition-list",
        "set-internet-password-partition-list",
    ]

    @Test func knowsEveryVerb() {
        let known = Set(LockedUse.verbs.map { $0.words[0] })
        for verb in SecurityVerb.all where verb.absence == nil {
            #expect(
                known.contains(verb.name) != Self.otherVerbs.contains(verb.name),
                "\(verb.name)"
            )
        }
    }
}

extension Tool {
    /// The tool with a dialog in which lines of `sh` answer, and which writes its questions to
    /// `bin/asked`.
    func asking(_ answer: String) throws -> Tool {
        let bin = "\(folder)/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let pinentry = try script(
            "pinentry",
            """
            echo OK
            while read -r line; do
                echo "$line" >>"${0%/*}/asked"
                case "$line" in
                GETPIN | CONFIRM) \(answer) ;;
                *) echo OK ;;
                esac
            done
            """
        )
        var tool = self
        tool.variables.append("PORTABLE_KEYCHAIN_AUTHENTICATOR=\(pinentry)")
        return tool
    }

    /// Makes a link to the shell, through which ``Dialogue`` starts it.
    func linkShell() throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/shell",
            withDestinationPath: "/bin/sh"
        )
    }
}
