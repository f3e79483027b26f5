import Foundation
import KeychainctlKit
import PortableKeychain
import SafeText
import Testing

@testable import keychainctl

/// Each command that lists or answers does so as JSON, in the form of `json-schema.json`.
///
/// `Tool` compares every answer of every other test with it, too.
@Suite struct AnswerTests {
    /// The reasons why the other commands have no `--json`.
    private static let silent: [(why: String, commands: [String])] = [
        (
            "It changes something; what it says are messages.",
            [
                "add", "set", "copy", "edit", "rename", "delete", "clear-clipboard", "key delete",
                "key import", "key ssh", "certificate import", "certificate delete",
                "identity import", "identity delete", "create", "remove-keychain", "accept-older",
                "lock", "unlock", "passcode set", "passcode change", "passcode remove", "rotate",
                "slot remove", "recovery remove", "recover", "credential create",
                "login-password enroll", "login-password remove", "login-password unlock",
                "credential remove", "fido2 enroll", "fido2 remove", "tpm bind", "tpm enroll",
                "tpm unbind", "tpm unlock", "install-links", "agent answer", "agent exclusive",
                "agent enable", "agent disable", "secret-service enable", "secret-service disable",
                "secret-service expose", "sync join", "sync approve", "sync admit", "sync recover",
                "sync rotate", "sync pause", "sync resume", "sync remote", "sync leave",
                "sync recovery remove", "sync accept-older", "sync repair", "undo", "trash restore",
                "trash empty", "browser enable", "browser disable", "browser forget",
                "browser passkeys",
            ]
        ),
        (
            "It prints one secret exactly; 'show --secret --json' has it as JSON.",
            ["get"]
        ),
        (
            "It prints a key for paper, which somebody types back.",
            ["recovery create", "tpm recovery", "sync setup", "sync recovery create"]
        ),
        (
            "It writes a file, in a format that other programs read.",
            [
                "key generate", "key export", "certificate export", "identity export", "export",
                "backup", "project", "inject", "man-pages",
            ]
        ),
        (
            "It speaks the protocol of another program.",
            [
                "helper git", "helper docker", "helper keyring", "helper cargo", "helper aws",
                "helper browser", "ssh-agent", "run", "session",
            ]
        ),
        ("It prints a request, which another machine reads.", ["sync request"]),
        ("It is a screen, or runs until it is ended.", ["browse", "sync run"]),
        ("Completion in shells starts it.", ["complete-names"]),
        ("PAM starts it, for a person who logs in.", ["login-password notice"]),
    ]

    private static let answering = Set(
        Keychainctl.leaves().filter { $0.type is any AnsweringCommand.Type }.map(\.name)
    )

    @Test func everyCommandAnswersOrHasAReason() {
        let all = Keychainctl.leaves().map(\.name)
        let silent = Self.silent.flatMap(\.commands)
        #expect(Set(silent).count == silent.count)
        #expect(Set(silent).isDisjoint(with: Self.answering))
        #expect(Set(all) == Set(silent).union(Self.answering))
    }

    @Test func everyAnswerIsDescribed() throws {
        #expect(try AnswerSchema.shared.get().commands == Self.answering)
    }

    /// Commands, and the ones that prepare them.
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let answers: [String]
    }

    /// The commands of each world are run in their order, so that some prepare the next.
    static let worlds = [
        World(
            testDescription: "keychain",
            script: """
                set -e
                printf '%s\\n' s3cret | "$TOOL" set --service api --account ci \
                    --comment 'Folder: Work
                Tags: a, b
                URL: https://b.example'
                printf '%s\\n' JBSWY3DPEHPK3PXP | "$TOOL" otp add --issuer site.example --account ann
                openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 \
                    -subj /CN=me 2>/dev/null
                "$TOOL" certificate import < c.pem
                "$TOOL" key import < k.pem
                printf 'pass phrase of a backup\\n' | "$TOOL" backup b.backup
                printf 'name,url,username,password\\nA,https://a.example,me,pw\\n' > c.csv
                printf '%s\\n' old | "$TOOL" set --service old --account me
                printf '%s\\n' new | "$TOOL" set --service old --account me
                "$TOOL" delete --service old
                """,
            answers: [
                "history", "history old", "trash list", "list", "search api",
                "show --service api --secret", "otp code site.example", "otp site.example",
                "key list", "certificate list", "certificate show",
                "certificate verify", "certificate verify --explain", "identity list",
                "identity show", "keychains", "default", "verify", "doctor", "doctor --items",
                "import --yes c.csv", "status", "slot list", "recovery status", "tpm status",
                "login-password status",
                "secret-service status", "browser status", "settings",
                "settings lock-with-screen",
            ]
        ),
        World(
            testDescription: "repository",
            script: """
                set -e
                git init --quiet --bare remote.git
                "$TOOL" create one && "$TOOL" create two
                "$TOOL" sync setup "$PWD/remote.git" --unconfirmed --name first --keychain one
                printf '%s\\n' 1 | "$TOOL" set --service api --synchronizable --keychain one
                "$TOOL" sync invite --keychain one > code
                "$TOOL" sync join "$PWD/remote.git" --name second --keychain two < code
                "$TOOL" sync now --keychain two || true
                "$TOOL" sync now --keychain one
                "$TOOL" sync now --keychain two
                # Both change the same item.
                for name in one two; do
                    printf '%s\\n' "$name" | "$TOOL" set --service api --keychain $name
                done
                """,
            answers: [
                "sync edits --keychain one", "sync history api --keychain two",
                "sync now --keychain one", "sync now --keychain two",
                "sync conflicts --keychain two", "sync status --keychain one",
                "sync devices --keychain one", "sync invite --keychain one",
                "sync invites --keychain one", "sync doctor --keychain one",
                "sync remove second --list-exposed --keychain one",
            ]
        ),
    ]

    @Test(arguments: worlds) func answersByTheSchema(_ world: World) throws {
        try Tool.inFolder { tool in
            let start = try tool.runInShell(world.script)
            try #require(start.status == 0, "\(start.complaints)")
            for line in world.answers {
                let words = line.split(separator: " ").map(String.init) + ["--json"]
                let outcome = try tool.run(words)
                #expect(outcome.text.hasPrefix("[") || outcome.text.hasPrefix("{"), "\(line)")
                try check(outcome.text, words)
            }
        }
    }

    private func check(_ text: String, _ words: [String]) throws {
        let command = try #require(Tool.answering(words), "\(words)")
        #expect(try AnswerSchema.shared.get().problems(text, of: command) == [], "\(text)")
    }

    @Test func answersWhatIsAddedAndRestored() throws {
        try Tool.inFolder { tool in
            let added = try tool.run(
                ["otp", "add", "--issuer", "a", "--json"],
                input: "JBSWY3DPEHPK3PXP\n"
            )
            try check(added.text, ["otp", "add", "--json"])
            let passphrase = "pass phrase of a backup\n"
            #expect(try tool.run(["backup", "b"], input: passphrase).status == 0)
            let restored = try tool.run(["restore", "b", "--yes", "--json"], input: passphrase)
            #expect(restored.text.contains("\"same\": 1"))
            try check(restored.text, ["restore", "--json"])
            let watch = #""$TOOL" watch --initial --json | head -n 1"#
            try check(try tool.runInShell(watch).text, ["watch", "--json"])
        }
    }

    /// A check that fails after a repair does not hide what the repair has done.
    @Test func answersWhatARepairDidBeforeAFailure() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "api"], input: "s3cret\n").status == 0)
            let path = "\(tool.folder)/data/portable-keychain/default.keychain"
            try Stage(tool: tool).damageRow(1, of: path)
            let choice = KeychainChoice(name: path)
            var repairing = KeychainRepair(choice, isConfirmed: true)
            let keychain = try Keychain.open(.file(path), configuration: tool.configuration)
            try repairing.perform(keychain)
            let failure = Failure(.fileError, "the disk failed", advice: "try again")
            let text = repairing.answer(failure).secretText.withUnsafeBytes {
                String(decoding: $0, as: UTF8.self)
            }
            try check(text, ["verify", "--json"])
            #expect(text.contains("\"failure\": \"the disk failed\""), "\(text)")
            #expect(text.contains("\"advice\": \"try again\"") && text.contains("\"items\": 1"))
            #expect(text.contains("default.damaged\""), "\(text)")
        }
    }

    /// A question of a program waits for an answer.
    @Test func answersOfAnAgent() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                #"""
                set -e
                printf '%s\n' s3cret | "$TOOL" set --service api
                export XDG_RUNTIME_DIR="$PWD/run"
                mkdir -m 700 -p run/portable-keychain
                "${TOOL%/*}/keychaind" --agent --socket run/portable-keychain/agent 2>/dev/null &
                trap "kill $!" EXIT
                until "$TOOL" agent status >/dev/null 2>&1; do :; done
                PORTABLE_KEYCHAIN_AGENT=require "$TOOL" get --service api 2>/dev/null || true
                for command in status grants log "revoke --all"; do
                    "$TOOL" agent $command --json > "${command%% *}.json"
                done
                """#
            )
            try #require(outcome.status == 0, "\(outcome.complaints)")
            for command in ["status", "grants", "log", "revoke"] {
                let text = try String(
                    contentsOfFile: "\(tool.folder)/\(command).json",
                    encoding: .utf8
                )
                try check(text, ["agent", command, "--json"])
                if command == "status" { #expect(text.contains("\"can-be-remembered\": ")) }
                if command == "log" { #expect(text.contains("\"event\": ")) }
            }
        }
    }

    /// Each command is tried here, or in the script that is named.
    @Test func triesEveryCommand() {
        let here = Self.worlds.flatMap(\.answers).compactMap { line in
            Tool.answering(line.split(separator: " ").map(String.init) + ["--json"])
        }
        let elsewhere = Script.all.flatMap(\.steps).compactMap { step in
            step.status == 0 ? Tool.answering(Array(step.words.dropFirst())) : nil
        }
        let alone = [
            "otp add", "restore", "watch", "agent status", "agent grants", "agent log",
            "agent revoke", "sync publish",
        ]
        #expect(Set(here + elsewhere + alone) == Self.answering)
    }

    /// The mistakes that the comparison with the schema notices.
    @Test(arguments: [
        (#"{"code": "1", "service": "a", "account": ""}"#, 0), ("{", 1), ("[]", 1),
        (#"{"code": 1, "service": "a", "account": ""}"#, 1),
        (#"{"code": "1", "service": "a"}"#, 1),
        (#"{"code": "1", "service": "a", "account": "", "seconds-left": "3"}"#, 1),
        (#"{"code": "1", "service": "a", "account": "", "seconds-left": true}"#, 1),
        (#"{"code": "1", "service": "a", "account": "", "other": 1}"#, 1),
    ])
    func noticesMistakes(_ text: String, _ count: Int) throws {
        #expect(try AnswerSchema.shared.get().problems(text, of: "otp code").count == count)
    }

    @Test(arguments: [
        (#"[{"level": "fine", "topic": "a", "finding": "b"}]"#, 0),
        (#"[{"level": "good", "topic": "a", "finding": "b"}]"#, 1),
        (#"[{"level": "fine", "topic": "a", "finding": "b", "items": [1]}]"#, 1),
        (#"{"level": "fine"}"#, 1),
    ])
    func noticesMistakesInLists(_ text: String, _ count: Int) throws {
        #expect(try AnswerSchema.shared.get().problems(text, of: "doctor").count == count)
    }

    /// A keyword that the comparison does not know would check nothing.
    @Test func noticesUnknownKeywords() throws {
        let schema = try AnswerSchema(
            Data(#"{"$defs": {"a": {"type": "integer", "minimum": 1}}}"#.utf8)
        )
        #expect(schema.problems("0", of: "a") == [": the keyword minimum is not known"])
    }
}
