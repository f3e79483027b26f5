import ForeignCrypto
import Foundation
import PortableKeychain
import TestRounds
import Testing

/// Databases that `export` writes, as the real KeePassXC reads them.
@Suite(.thorough) struct KeePassXCTests {
    private static let program = "/usr/bin/keepassxc-cli"
    private static let isThere =
        FileManager.default.fileExists(atPath: program) && PasswordStretching.hasArgon2

    @Test(.enabled(if: isThere, "keepassxc-cli or libargon2 is not installed"))
    func readsWhatExportWrites() throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["copy", "passkeys-bitwarden.json"])
            for (words, input) in [
                (["import", "passkeys-bitwarden.json", "--yes"], ""),
                (
                    [
                        "set", "--service", "api", "--account", "ci", "--label", "API token",
                        "--comment", "two\nlines\n\nShop: 7\nFolder: Work/Deep\nTags: a, b c",
                    ], "s<3>c&\"r\u{e9}t"
                ),
                (["export", "--format", "kdbx", "all.kdbx"], "correct horse battery\n"),
            ] {
                let outcome = try tool.run(words, input: input)
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
            func keepass(_ words: String...) throws -> String {
                let outcome = try tool.runProgram(
                    Self.program,
                    [words[0], "-q", "all.kdbx"] + words.dropFirst(),
                    input: Array("correct horse battery\n".utf8)
                )
                #expect(outcome.status == 0, "\(words): \(outcome.complaints)")
                return outcome.text
            }
            let list = try keepass("ls", "-R", "-f").split(separator: "\n").map(String.init)
            #expect(
                Set(list).isSuperset(of: [
                    "Work/Shop", "Bank", "alone.example", "Work/Deep/API token",
                ])
            )
            let token = try keepass("show", "-s", "--all", "Work/Deep/API token")
            for line in [
                "UserName: ci", "Password: s<3>c&\"rét", "Notes: two", "lines", "Shop: 7",
                "keychainctl:service: api", "Tags: a,b c",
            ] {
                #expect(token.split(separator: "\n").contains { $0 == line }, "\(line) in \(token)")
            }
            let site = try keepass("show", "-a", "KPEX_PASSKEY_RELYING_PARTY", "Work/Shop")
            #expect(site == "shop.example\n")
            let key = try keepass("show", "-s", "-a", "KPEX_PASSKEY_PRIVATE_KEY_PEM", "Work/Shop")
            #expect(key.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
            // Both programs show the same code, unless a new one begins between them.
            let codes = try (0..<3).map { _ in
                [
                    try keepass("show", "--totp", "Work/Shop"),
                    try tool.run(["otp", "shop.example"]).text,
                ].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            }
            #expect(codes.contains { $0[0] == $0[1] && $0[0].count == 6 }, "\(codes)")
            let xml = try keepass("export", "-f", "xml")
            for name in ["PRIVATE_KEY_PEM", "CREDENTIAL_ID", "USER_HANDLE"] {
                let start = "<Key>KPEX_PASSKEY_\(name)</Key>"
                let rest = try #require(xml.ranges(of: start).first.map { xml[$0.upperBound...] })
                #expect(
                    rest.drop(while: \.isWhitespace).hasPrefix("<Value ProtectInMemory=\"True\">")
                )
            }
            // What it exports is the same, too.
            try Data(xml.utf8).write(to: URL(filePath: "\(tool.folder)/all.xml"))
            let outcome = try tool.run(["import", "all.xml", "--dry-run"])
            #expect(
                outcome.complaints.contains("0 new, 6 present, 0 conflicting."),
                "\(outcome.text)"
            )
        }
    }
}
