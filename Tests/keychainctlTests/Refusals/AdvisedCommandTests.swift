import ArgumentParser
import Foundation
import PortableKeychain
import TestRounds
import Testing

@testable import KeychainctlKit
@testable import keychainctl

/// The advice in messages works: the commands in it exist, name the right keychain, and help.
@Suite(.thorough) struct AdvisedCommandTests {
    /// Names of keychains, and whether a message can have them in a command for a shell.
    static let keychains = [
        "work": true, "my keys": true, "./a b.keychain": true, "a$HOME": false, "a`b`": false,
        "a\"b\\c": false,
        // A letter with which Swift combines the sign behind it.
        "x\u{d4e};id": true,
    ]

    static let codes = ExitStatus.refusals.map(\.code)

    /// The words that a reader of the sentence would type, as the shell splits it.
    private func commands(in text: String) throws -> [[String]] {
        try AdvisedCommand.all(in: text).map { command in
            let line = command.words.joined(separator: " ")
            let shell = Process()
            let output = Pipe()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", "printf '%s\\n' \(line)"]
            shell.standardOutput = output
            try shell.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            shell.waitUntilExit()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Whether the tool's parser takes words; operands such as a file may be left to the person.
    private func isUnderstood(_ words: [String]) -> Bool {
        do {
            _ = try Keychainctl.parsed(words)
            return true
        } catch {
            // The words after the command may be missing; it must have all that are there.
            let text = Keychainctl.message(for: error)
            let isForeign = text.contains("Unknown option") || text.contains("nexpected argument")
            return !isForeign && CommandNames.unknown(in: words) == nil
        }
    }

    @Test(arguments: codes, [nil] + keychains.keys.sorted().map(Optional.some))
    func namesTheKeychainAndNothingImpossible(
        _ code: KeychainError.Code,
        _ keychain: String?
    ) throws {
        for isOnTerminal in [false, true] {
            let failure = Failure(KeychainError(code), of: keychain, isOnTerminal: isOnTerminal)
            for words in try commands(in: failure.message) {
                #expect(isUnderstood(words), "\(failure.message)")
                let place = words.firstIndex(of: "--keychain")
                #expect(place.map { words[$0 + 1] } == named(keychain, words), "\(failure.message)")
            }
            let asksForTerminal = failure.advice.contains("on a terminal")
            #expect(!asksForTerminal || !isOnTerminal, "\(failure.message)")
            #expect(!failure.advice.contains("unset"), "no variable is set: \(failure.message)")
        }
    }

    /// The keychain that a command should name.
    private func named(_ keychain: String?, _ words: [String]) -> String? {
        guard let keychain, AdvisedCommand.worksOnOneKeychain(words) else { return nil }
        return Self.keychains[keychain] == true ? keychain : "KEYCHAIN"
    }

    /// The table of commands with the option is that of the parser.
    @Test(arguments: LockedTests.leaves(Keychainctl.self, []))
    func knowsWhichCommandsTakeAKeychain(_ command: String) {
        let words = command.split(separator: " ").map(String.init)
        let isTaken: Bool
        do {
            // An argument that is missing would be noticed first.
            let needed = [
                "agent answer": ["1", "once"], "agent exclusive": ["on"], "complete-names": ["zsh"],
            ]
            let more = needed[command] ?? []
            // A browser too, so that a command that takes one does not refuse the value first.
            _ = try Keychainctl.parseAsRoot(words + more + ["--keychain", "firefox"])
            isTaken = true
        } catch {
            let text = Keychainctl.message(for: error)
            isTaken = !text.contains("Unknown option '--keychain'")
        }
        #expect(AdvisedCommand.worksOnOneKeychain(words) == isTaken)
    }

    /// All commands in the texts of the tool and of the libraries below it.
    static let written: [String] = {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        var found: Set<String> = []
        let files = FileManager.default.enumerator(atPath: sources.path)
        for case let file as String in files ?? .init() where file.hasSuffix(".swift") {
            let path = sources.appendingPathComponent(file).path
            let code = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            // A literal may continue in the next line.
            let text = code.replacing(#/"\s*\+\s*"/#, with: "").replacing(#/\\\n\s*/#, with: "")
            for match in text.matches(of: #/'keychainctl ([^'\n\\]+)'/#) {
                found.insert(String(match.1))
            }
        }
        return found.sorted()
    }()

    @Test func findsWhatIsWritten() { #expect(Self.written.count > 60) }

    @Test(arguments: written) func isUnderstoodByTheTool(_ line: String) {
        #expect(isUnderstood(line.split(separator: " ").map(String.init)), "\(line)")
    }

    /// The text to type after the advised command, and the end of its output.
    static let answers: [LostState: (command: String, input: String, more: [String])] = [
        .locked: ("unlock", LockedUse.passcode, []),
        .older: ("accept-older", "", ["--yes"]),
        .deviceKeyMissing: ("recover", LostState.recovery + "\nnew passcode", []),
        .deviceKeyDamaged: ("recover", LostState.recovery + "\nnew passcode", []),
        .deviceKeyOfAnother: ("recover", LostState.recovery + "\nnew passcode", []),
    ]

    /// The advice is followed to the word, for a keychain that is not the default one.
    @Test(arguments: Array(answers.keys)) func helps(_ state: LostState) throws {
        let answer = try #require(Self.answers[state])
        try Tool.inFolder { tool in
            try state.make(tool)
            let choice = tool.folder + "/data/portable-keychain/default-keychain"
            try? FileManager.default.removeItem(atPath: choice)
            let read = ["get", "api/ci", "--keychain", "work"]
            let refused = try tool.run(read)
            #expect(refused.status != 0)
            let advised = try commands(in: refused.complaints)
            let words = try #require(
                advised.first { $0.first == answer.command },
                "\(refused.complaints)"
            )
            #expect(Array(words.suffix(2)) == ["--keychain", "work"], "\(refused.complaints)")
            let followed = try tool.run(words + answer.more, input: answer.input + "\n")
            // Where the kernel keeps no keys, unlocking serves one process.
            guard followed.status != 79 else { return }
            #expect(followed.status == 0, "\(followed.complaints)")
            if state == .older {
                let unlocked = try tool.run(
                    ["unlock", "--keychain", "work"],
                    input: LockedUse.passcode + "\n"
                )
                #expect(unlocked.status == 0 || unlocked.status == 79)
            }
            guard KernelKeys.areKept else { return }
            let outcome = try tool.run(read)
            #expect(outcome.text == "s3cret", "\(outcome.complaints)")
        }
    }

    /// A program that asks is missing: another terminal would not help.
    @Test func saysOnATerminalWhatPreventsTheQuestion() throws {
        try Tool.inFolder { plain in
            try LostState.open.make(plain)
            var tool = plain
            tool.variables.append("PORTABLE_KEYCHAIN_AUTHENTICATOR=/nowhere/pinentry")
            let add = ["set", "-s", "guarded", "--require", "passcode"]
            #expect(try plain.run(["passcode", "set"], input: "a b c\n").status == 0)
            #expect(try plain.run(["unlock"], input: "a b c\n").status % 79 == 0)
            guard try plain.run(add, input: "1").status == 0 else { return }
            let dialogue = try Dialogue(tool, ["get", "-s", "guarded"])
            #expect(dialogue.end() == 36)
            let words = dialogue.shown.replacing("\r\n", with: "")
            #expect(!words.contains("run the command on a terminal"), "\(dialogue.shown)")
            #expect(words.contains("PORTABLE_KEYCHAIN_AUTHENTICATOR"), "\(dialogue.shown)")
        }
    }

    /// The password of etcd is not the passcode.
    @Test(arguments: ["sync setup", "sync recover", "sync remote"])
    func namesTheSecretThatIsMissing(_ command: String) throws {
        try Tool.inFolder { tool in
            try LostState.open.make(tool)
            let ca = try #require(Script.path(of: "certificate.pem") as String?)
            let words =
                command.split(separator: " ").map(String.init)
                + ["etcds://a.example:2379/keys", "--user", "me", "--ca", ca]
                + (command == "sync setup" ? ["--unconfirmed"] : [])
            let outcome = try tool.run(words)
            #expect(outcome.status == 64)
            let expected = "the password of the etcd user me is missing on standard input"
            #expect(outcome.complaints.contains(expected), "\(outcome.complaints)")
        }
    }

    /// The advice of findings, and of messages after a command.
    @Test func namesTheKeychainInFindings() throws {
        try Tool.inFolder { tool in
            for name in ["default", "other"] {
                #expect(try tool.run(["create", name]).status == 0)
            }
            let findings = try tool.run(["doctor", "--keychain", "other"])
            let advice = "set a passcode with 'keychainctl passcode set --keychain other'"
            #expect(findings.text.contains(advice), "\(findings.text)")
            #expect(findings.complaints.contains(advice), "\(findings.complaints)")
            let own = try tool.run(["doctor"])
            #expect(own.complaints.contains("'keychainctl passcode set'"), "\(own.complaints)")
            let set = ["passcode", "set", "--keychain", "other"]
            #expect(try tool.run(set, input: "a b c\n").status == 0)
            let change = ["passcode", "change", "--keychain=other"]
            let changed = try tool.run(change, input: "a b c\nd e f\n")
            #expect(changed.complaints.contains("'keychainctl rotate --keychain other'"))
        }
    }
}
