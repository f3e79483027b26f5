import Foundation
import Testing

/// A store of `pass`, as `pass` lays it out, with a key of its own made by the real `gpg`.
@Suite struct PassStoreTests {
    private static let gpg = "/usr/bin/gpg"
    private static let isThere = FileManager.default.fileExists(atPath: gpg)

    @Test(.enabled(if: isThere, "gpg is not installed")) func importsWhatGpgDecrypts() throws {
        try Tool.inFolder { tool in
            let store = "\(tool.folder)/store"
            try FileManager.default.createDirectory(
                atPath: "\(store)/web/.git",
                withIntermediateDirectories: true
            )
            try FileManager.default.createDirectory(
                atPath: "\(tool.folder)/.gnupg",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            defer { _ = try? run(tool, "/usr/bin/gpgconf", ["--kill", "gpg-agent"]) }
            try run(
                tool,
                Self.gpg,
                [
                    "--batch", "--passphrase", "", "--quick-generate-key", "me@a.example",
                    "default",
                    "default", "never",
                ]
            )
            try encrypt(tool, "pw\nuser: me\nurl: https://a.example\npin: 12\n", "web/a")
            try encrypt(tool, "alone", "wifi")
            let shown = try tool.run(["import", store, "--yes"])
            #expect(shown.status == 0, "\(shown.complaints)")
            #expect(shown.text.split(separator: "\n").count == 3)
            let get = { (words: [String]) in try tool.run(["get"] + words).text }
            #expect(try get(["--server", "a.example", "--account", "me"]) == "pw")
            #expect(try get(["--service", "a.example: notes"]) == "pin: 12")
            #expect(try get(["--service", "wifi"]) == "alone")
            // One that cannot be decrypted, and nothing of the others is taken.
            try Data("no message".utf8).write(to: URL(filePath: "\(store)/broken.gpg"))
            try encrypt(tool, "later", "new")
            let failed = try tool.run(["import", store, "--yes"])
            #expect(failed.status == 65)
            #expect(failed.complaints.contains("gpg failed; nothing was imported"))
            #expect(try tool.run(["get", "--service", "new"]).status == 44)
        }
    }

    private static let pass = "/usr/bin/pass"

    /// The files that the real `pass` writes, a file that is not text among them.
    @Test(
        .enabled(
            if: isThere && FileManager.default.fileExists(atPath: pass),
            "pass is not installed"
        )
    )
    func importsWhatPassWrites() throws {
        try Tool.inFolder { tool in
            try FileManager.default.createDirectory(
                atPath: "\(tool.folder)/.gnupg",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            defer { _ = try? run(tool, "/usr/bin/gpgconf", ["--kill", "gpg-agent"]) }
            let key = ["--quick-generate-key", "me@a.example", "default", "default", "never"]
            try run(tool, Self.gpg, ["--batch", "--passphrase", ""] + key)
            try run(tool, Self.pass, ["init", "me@a.example"])
            let entry = "pw \nlogin: me\nurl: https://a.example:8443/x\nword: y\n"
            try run(tool, Self.pass, ["insert", "-m", "web/it's a"], input: entry)
            let bytes: [UInt8] = [0xFF, 0x00, 0x0D, 0x0A]
            let inserted = try tool.runProgram(Self.pass, ["insert", "-m", "key"], input: bytes)
            try #require(inserted.status == 0, "\(inserted.complaints)")
            let shown = try tool.run(["import", "\(tool.folder)/.password-store", "--yes"])
            #expect(shown.status == 0, "\(shown.complaints)")
            let get = { (words: [String]) in try tool.run(["get"] + words).output }
            #expect(try get(["--server", "a.example", "--port", "8443"]) == Array("pw ".utf8))
            #expect(try get(["--service", "a.example:8443/x: notes"]) == Array("word: y".utf8))
            #expect(try get(["--service", "key"]) == bytes)
        }
    }

    private func encrypt(_ tool: Tool, _ text: String, _ name: String) throws {
        let words = ["--batch", "--recipient", "me@a.example", "--output"]
        try run(
            tool,
            Self.gpg,
            words + ["\(tool.folder)/store/\(name).gpg", "--encrypt"],
            input: text
        )
    }

    @discardableResult
    private func run(
        _ tool: Tool,
        _ path: String,
        _ words: [String],
        input: String = ""
    ) throws -> Tool.Outcome {
        let outcome = try tool.runProgram(path, words, input: input.utf8)
        try #require(outcome.status == 0, "\(outcome.complaints)")
        return outcome
    }
}
