import Foundation
import TestRounds
import Testing

@testable import keychainctl

/// The commands that open the keychain's file, where `PORTABLE_KEYCHAIN_AGENT` requires the agent.
@Suite(.thorough) struct FileCommandTests {
    /// The commands that open the file, whatever the variable says.
    static let files: Set<String> = [
        "backup", "restore", "doctor", "accept-older", "recover", "ssh-agent",
        "login-password unlock",
        "sync setup", "sync invite", "sync invites", "sync join", "sync recover", "sync now",
        "sync run", "sync approve", "sync status", "sync devices", "sync remove", "sync rotate",
        "sync pause", "sync resume", "sync leave", "sync conflicts", "sync remote", "sync doctor",
        "sync recovery create", "sync recovery remove", "sync edits", "sync accept-older",
        "sync repair", "sync history", "sync request", "sync admit", "sync publish",
    ]

    /// Commands on all keychains, or on one that an argument names, which is always a file.
    static let named: Set<String> = [
        "create", "keychains", "default", "remove-keychain", "tpm bind", "tpm unbind",
        "login-password notice",
    ]

    /// Commands that use no keychain here: the agent or the session bus has it open, or they are
    /// about a chip, the clipboard, or files of the tool.
    static let none: Set<String> = [
        "agent status", "agent grants", "agent revoke", "agent log", "agent answer",
        "agent exclusive", "agent enable", "agent disable", "secret-service enable",
        "secret-service disable", "secret-service status", "session", "clear-clipboard",
        "install-links", "settings",
        "man-pages", "complete-names", "tpm status", "tpm recovery", "browser enable",
        "browser disable",
        // A message of a browser opens one: BrowserHostTests.
        "helper browser",
    ]

    /// The words after the names of commands that need more words.
    static let operands: [String: String] = [
        "get": "api/ci", "copy": "api/ci", "show": "-s api", "edit": "api/ci --label new",
        "history": "api/ci", "trash restore": "api/ci", "trash empty": "--yes",
        "rename": "api/ci new/ci", "set": "-s api", "add": "-s api", "delete": "-s api --yes",
        "search": "api", "run": "--env A=api/ci -- true",
        "project": "folder --file a=api/ci", "otp add": "--issuer a", "otp code": "a",
        "import": "import.csv --yes", "export": "all.json --plain", "backup": "new.backup",
        "restore": "all.backup --yes", "accept-older": "--yes", "ssh-agent": "--list",
        "complete-names": "zsh get a",
        "key import": "--label a", "key generate": "--type ed25519", "key ssh": "--label a --off",
        "key export": "--label a", "key delete": "--label a", "certificate import": "--label a",
        "certificate show": "--label a", "certificate verify": "--label a",
        "certificate export": "--label a", "certificate delete": "--label a",
        "identity import": "identity.p12", "identity export": "--label a",
        "identity show": "--label a", "identity delete": "--label a", "slot remove": "1",
        "credential create": "new.credential", "browser forget": "--all",
        "browser passkeys": "keychain",
        "fido2 remove": "1", "recovery create": "--unconfirmed",
        "secret-service expose": "api/ci --attribute user=ann", "helper git": "get",
        "helper docker": "list", "helper keyring": "get a me", "helper aws": "get",
        "sync admit": "nowhere.request", "sync publish": "nowhere",
        "sync setup": "/nowhere --unconfirmed", "sync join": "/nowhere",
        "sync recover": "/nowhere", "sync approve": "laptop", "sync remove": "laptop",
        "sync remote": "/nowhere", "sync recovery create": "--unconfirmed",
        "sync history": "api/ci",
    ]

    /// The input of commands that read it before they open a keychain; others read two lines.
    static let inputs: [String: String] = [
        "inject": "{{ keychain:api/ci }}", "otp add": "GEZDGNBVGY3TQOJQ",
        "key import": String(decoding: Script.file("ed25519.pem"), as: UTF8.self),
        "certificate import": String(decoding: Script.file("certificate.pem"), as: UTF8.self),
        "identity import": "s3cret\n", "helper git": "protocol=https\nhost=a\n\n",
        "helper docker": "https://a",
        "helper cargo":
            "{\"v\":1,\"registry\":{\"index-url\":\"a\"},\"kind\":\"get\",\"operation\":\"read\"}\n",
    ]

    /// Commands that use a keychain which their options choose.
    static let commands = LockedTests.leaves(Keychainctl.self, [])
        .filter { !named.contains($0) && !none.contains($0) }

    private func run(
        _ command: String,
        _ more: [String] = [],
        agent: String
    ) throws -> Tool.Outcome {
        try Tool.inFolder { plain in
            let stage = Stage(tool: plain)
            try stage.perform(["copy", "identity.p12"])
            try stage.perform(["file", "import.csv", "name,url,username,password\nx,a,me,q\n"])
            var tool = plain
            tool.variables.append("PORTABLE_KEYCHAIN_AGENT=\(agent)")
            let operands = (Self.operands[command] ?? "").split(separator: " ").map(String.init)
            let words = command.split(separator: " ").map(String.init) + more + operands
            return try tool.run(words, input: Self.inputs[command] ?? "1\n1\n")
        }
    }

    @Test(arguments: commands) func needsTheAgentOrOpensTheFile(_ command: String) throws {
        let outcome = try run(command, agent: "require")
        let said = outcome.text + outcome.complaints
        #expect(
            said.contains("requires the agent, and none runs") != Self.files.contains(command),
            "\(said)"
        )
        // A mistake of this test would prevent both.
        let isMistaken = said.contains("unknown option") || said.contains("unexpected argument")
        #expect(!isMistaken && !said.contains("missing expected"), "\(said)")
    }

    /// The keychain of the system's agent has no file that its user can open.
    @Test(arguments: files.sorted(), ["system:", "system:unit:web.service"])
    func refusesKeychainsOfTheSystem(_ command: String, _ name: String) throws {
        let outcome = try run(command, ["--keychain", name], agent: "prefer")
        #expect(outcome.status == 64, "\(outcome.complaints)")
        let refusal = "this command works on files, and \(name) is a keychain of the system's agent"
        #expect(outcome.complaints.contains(refusal), "\(outcome.complaints)")
    }

    /// An option that makes a command open the file.
    @Test func opensTheFileAtLogin() throws {
        let words = ["--at-login"]
        let own = try run("unlock", words, agent: "require")
        #expect(own.complaints.contains("no keychain"), "\(own.complaints)")
        let system = try run("unlock", words + ["--keychain", "system:"], agent: "require")
        #expect(system.status == 64 && system.complaints.contains("works on files"))
    }

    /// A file with the name of a keychain of the system's agent could not be named afterwards.
    @Test(arguments: [["create"], ["default"], ["remove-keychain", "--yes"]])
    func makesNoFileOfSuchAName(_ words: [String]) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.run(words + ["system:"])
            #expect(outcome.status == 64, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("this command works on files"))
            #expect(try tool.run(["keychains"]).text.isEmpty)
        }
    }

    @Test func knowsOnlyCommandsThatExist() {
        let all = LockedTests.leaves(Keychainctl.self, [])
        for command in Self.files.union(Self.named).union(Self.none) {
            #expect(all.contains(command), "\(command)")
        }
        // The page says "all of sync".
        #expect(all.filter { $0.hasPrefix("sync ") }.allSatisfy(Self.files.contains))
    }

    /// The page lists these commands, and no others.
    @Test func areThoseOfThePage() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let page = try String(
            contentsOf: root.appending(path: "Documentation/Agent.md"),
            encoding: .utf8
        )
        let paragraph = try #require(
            page.split(separator: "\n\n").first { $0.hasPrefix("These commands open the file ") }
        )
        let written = paragraph.matches(of: /`([a-z- ]+)`/).map { String($0.1) }
        let first = Self.files.map { $0.hasPrefix("sync ") ? "sync" : $0 }
        #expect(written.sorted() == Set(first + ["unlock --at-login"]).sorted())
    }
}
