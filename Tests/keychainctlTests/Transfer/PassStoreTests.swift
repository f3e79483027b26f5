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
