import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import SSHAgent

/// The agent's process: its clients, its terminal and its dialogs.
@Suite struct AgentServerTests {
    private static let identities = RawClient.identities
    private static let noIdentities = RawClient.noIdentities

    @Test func answersAfterAnyInputOfClients() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "empty"]).status == 0)
            try tool.withSocket(["--keychain", "empty"]) { _, socket in try Self.abuse(socket) }
        }
    }

    private static func abuse(_ socket: String) throws {
        let hostile: [[UInt8]] = [
            [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 11], [0, 4, 0, 1, 11],
            Array("GET / HTTP/1.1\r\n\r\n".utf8),
        ]
        for bytes in hostile {
            let client = try RawClient(socket)
            client.say(bytes)
            // A length that no message has ends the conversation.
            #expect(client.hear() == [], "\(bytes)")
        }
        // A message that is none has an answer, and the next one too.
        let client = try RawClient(socket)
        for bytes: [UInt8] in [[0, 0, 0, 1, 99], [0, 0, 0, 2, 11, 0], [0, 0, 0, 1, 13]] {
            client.say(bytes)
            #expect(client.hear() == [0, 0, 0, 1, 5])
        }
        // In pieces, and two at once.
        for byte in Self.identities { client.say([byte]) }
        #expect(client.hear() == Self.noIdentities)
        client.say(Self.identities + Self.identities)
        var heard: [UInt8] = []
        while heard.count < 2 * Self.noIdentities.count {
            let more = client.hear()
            guard !more.isEmpty else { break }
            heard += more
        }
        #expect(heard == Self.noIdentities + Self.noIdentities)
        // As long as can be.
        client.say([0, 4, 0, 0] + [UInt8](repeating: 13, count: 256 << 10))
        #expect(client.hear() == [0, 0, 0, 1, 5])
    }

    /// The user is asked on the terminal that the agent has to itself.
    @Test(.enabled(if: OpenSSH.hasClient, "\(OpenSSH.absence)"))
    func asksOnItsTerminal() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([
                ("guarded", ["--type", "ed25519", "--require", "presence", "--pair"])
            ])
            let socket = "\(tool.folder)/private/s"
            let agent = try Dialogue(tool, ["ssh-agent", "-D", "--socket", socket])
            try agent.see("echo Agent pid")
            for (answer, isSigned) in [("n", false), ("y", true), ("", false)] {
                let client = Client(tool, socket)
                try agent.see("[y/N] ")
                #expect(agent.shown.contains("'guarded'"))
                agent.type(answer + "\n")
                #expect(client.isSigned == isSigned)
            }
            agent.type("\u{3}")
            #expect(agent.end() == 0)
            #expect(agent.echoes)
            #expect(access(socket, F_OK) != 0)
        }
    }

    /// A passcode is not shown; and neither an answer nor ^C leaves a terminal that shows nothing.
    @Test(.enabled(if: OpenSSH.hasClient, "\(OpenSSH.absence)"))
    func asksForThePasscodeOnItsTerminal() throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "safe", "sesame"])
            let keychain = try Keychain.open(.named("safe"), configuration: tool.configuration)
            try keychain.unlock(passcode: SecretBytes(utf8: "sesame"))
            let key = try KeyMaterial.generate(.ed25519)
            var item = KeyItem(attributes: [.alias: .string("ssh")])
            item.accessibility = .always
            try keychain.keys.add(key.publicKey, for: item)
            item.accessControl = try AccessControl(.whenUnlocked, constraints: .devicePasscode)
            try keychain.keys.add(key, for: item)
            let line = AgentIdentity(key: try #require(SSHPublicKey(key)), comment: "").line
            try Data(line.utf8).write(to: URL(fileURLWithPath: "\(tool.folder)/guarded.pub"))
            try keychain.lock()
            let socket = "\(tool.folder)/private/s"
            let agent = try Dialogue(
                tool,
                ["ssh-agent", "-D", "--unlock", "--socket", socket, "--keychain", "safe"]
            )
            try agent.see("Passcode: ")
            agent.type("sesame\n")
            try agent.see("echo Agent pid")
            let client = Client(tool, socket)
            try agent.see("Passcode of the keychain")
            #expect(!agent.echoes)
            agent.type("sesame\n")
            #expect(client.isSigned)
            let second = Client(tool, socket)
            try agent.see("Passcode of the keychain")
            #expect(!agent.echoes)
            agent.type("\u{3}")
            #expect(agent.end() == 0)
            #expect(agent.echoes)
            #expect(!second.isSigned)
        }
    }

    /// A locked keychain: the first client that needs a key makes the agent ask for the passcode.
    @Test func asksForThePasscodeOfALockedKeychain() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            let socket = "\(tool.folder)/private/s"
            let agent = try Dialogue(tool, ["ssh-agent", "-D", "--socket", socket])
            try agent.see("echo Agent pid")
            let client = try RawClient(socket)
            client.say(Self.identities)
            try agent.see("'work': ")
            #expect(!agent.echoes)
            // A refusal counts for a while, so that the next client does not ask again.
            agent.type("\n")
            #expect(client.hear() == Self.noIdentities)
            client.say(Self.identities)
            #expect(client.hear() == Self.noIdentities)
            let other = try Dialogue(tool, ["ssh-agent", "-D", "--socket", socket + "2"])
            try other.see("echo Agent pid")
            let second = try RawClient(socket + "2")
            second.say(Self.identities)
            try other.see("'work': ")
            other.type(LockedUse.passcode + "\n")
            #expect(second.hear().count > Self.noIdentities.count)
            for dialogue in [agent, other] {
                dialogue.type("\u{3}")
                #expect(dialogue.end() == 0)
            }
        }
    }

    /// Without a terminal, a program for dialogs asks.
    @Test(
        .enabled(if: OpenSSH.hasClient, "\(OpenSSH.absence)"),
        arguments: [("OK", true), ("ERR 83886179 Operation cancelled", false)]
    )
    func asksInADialog(_ reply: String, _ isSigned: Bool) throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([("other", ["--type", "ed25519"])])
            try FileManager.default.createDirectory(
                atPath: "\(tool.folder)/bin",
                withIntermediateDirectories: true
            )
            let pinentry = try tool.script(
                "pinentry",
                """
                echo "OK hello"
                while read -r line; do
                    echo "$line" >> '\(tool.folder)/heard'
                    case "$line" in CONFIRM*) echo "\(reply)";; *) echo OK;; esac
                done
                """
            )
            let outcome = try tool.withAgent(
                """
                ssh-keygen -q -t ed25519 -N '' -C 'a b' -f mine
                ssh-add -q -c mine
                rm mine
                ssh-keygen -q -Y sign -n test -f other.pub < mine.pub
                [ ! -e heard ]
                ssh-keygen -q -Y sign -n test -f mine.pub < mine.pub
                """,
                options: ["--pinentry", pinentry]
            )
            #expect((outcome.status == 0) == isSigned, "\(outcome.complaints)")
            let heard = try String(contentsOfFile: "\(tool.folder)/heard", encoding: .utf8)
            #expect(heard.contains("the key 'a b'"))
            #expect(heard.split(separator: "\n").filter { $0.hasPrefix("CONFIRM") }.count == 1)
        }
    }

    /// The agent unlocks the keychain also where no other process can.
    @Test func unlocksTheKeychain() throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "safe", "sesame"])
            let keychain = try Keychain.open(.named("safe"), configuration: tool.configuration)
            try keychain.unlock(passcode: SecretBytes(utf8: "sesame"))
            let key = try KeyMaterial.generate(.ed25519)
            let item = KeyItem(attributes: [.label: .string("kept"), .alias: .string("ssh")])
            try keychain.keys.add(key, for: item)
            try keychain.lock()
            let words = ["ssh-agent", "--list", "--keychain", "safe"]
            #expect(try tool.run(words).status == 36)
            #expect(try tool.run(words + ["--unlock"], input: "wrong\n").status == 51)
            let list = try tool.run(words + ["--unlock"], input: "sesame\n")
            #expect(list.text.hasSuffix(" kept\n"))
            // After a restart the kernel has no key of it.
            try keychain.lock()
            try tool.dropKernelKeys(of: "\(tool.configuration.folder)/safe.keychain")
            let later = try tool.run(words + ["--unlock"], input: "sesame\n")
            #expect(later.text.hasSuffix(" kept\n"))
        }
    }

    /// A program that signs with a guarded key, on a thread of its own.
    private final class Client: @unchecked Sendable {
        // Sendable: the thread writes before it signals, the test reads after that.
        private let end = DispatchSemaphore(value: 0)
        private var status: Int32 = -1

        init(_ tool: Tool, _ socket: String) {
            Thread.detachNewThread { [self] in
                let outcome = try? tool.runProgram(
                    "/usr/bin/ssh-keygen",
                    ["-q", "-Y", "sign", "-n", "test", "-f", "guarded.pub"],
                    variables: ["SSH_AUTH_SOCK=\(socket)"]
                )
                status = outcome?.status ?? -1
                end.signal()
            }
        }

        var isSigned: Bool {
            guard end.wait(timeout: .now() + 20) == .success else { return false }
            return status == 0
        }
    }
}
