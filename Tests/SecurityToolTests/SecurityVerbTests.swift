import Foundation
import PortableKeychain
import SafeText
import Testing

@testable import SecurityTool

/// The table of verbs of `security`.
@Suite struct SecurityVerbTests {
    /// macOS's order, which decides the meaning of an abbreviation.
    static let names = [
        "help", "list-keychains", "list-smartcards", "default-keychain", "login-keychain",
        "create-keychain", "delete-keychain", "lock-keychain", "unlock-keychain",
        "set-keychain-settings", "set-keychain-password", "show-keychain-info", "dump-keychain",
        "create-keypair", "add-generic-password", "add-internet-password", "add-certificates",
        "find-generic-password", "delete-generic-password",
        "set-generic-password-partition-list", "find-internet-password",
        "delete-internet-password", "set-internet-password-partition-list", "find-key",
        "set-key-partition-list", "find-certificate", "find-identity", "delete-certificate",
        "delete-identity", "set-identity-preference", "get-identity-preference", "create-db",
        "export", "import", "export-smartcard", "cms", "install-mds", "add-trusted-cert",
        "remove-trusted-cert", "dump-trust-settings", "user-trust-settings-enable",
        "trust-settings-export", "trust-settings-import", "verify-cert", "authorize",
        "authorizationdb", "execute-with-privileges", "leaks", "error",
        "create-filevaultmaster-keychain", "smartcards", "translocate-policy-check",
        "translocate-status-check", "translocate-original-path", "requirement-evaluate",
        "filevault", "platformsso",
    ]

    @Test func hasTheVerbsOfMacOS() {
        #expect(SecurityVerb.all.map(\.name) == Self.names)
    }

    /// The comparison with macOS has a row for each verb, and says of each whether it is here.
    @Test func isComparedRowByRow() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../Documentation/SecurityTool.md")
        let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
        for verb in SecurityVerb.all {
            let row = rows.filter { $0.split(separator: "|")[0].contains("`\(verb.name)`") }
            #expect(row.count == 1, "\(verb.name)")
            let here = row.first?.split(separator: "|").last ?? ""
            #expect(
                here.trimmingPrefix(" ").hasPrefix("refused") == (verb.absence != nil),
                "\(verb.name)"
            )
        }
    }

    @Test(arguments: [
        ("list", "list-keychains"), ("d", "default-keychain"), ("create", "create-keychain"),
        ("delete", "delete-keychain"), ("del", "delete-keychain"), ("add", "add-generic-password"),
        ("find", "find-generic-password"), ("find-i", "find-internet-password"),
        ("set", "set-keychain-settings"), ("e", "export"), ("i", "import"),
    ])
    func understandsAbbreviations(_ word: String, _ name: String) {
        #expect(SecurityVerb.named(word)?.name == name)
    }

    /// Advice is about the keychain that a command names, and not about the default one.
    @Test(arguments: [
        ("unlock-keychain -p x /tmp/a.keychain", "/tmp/a.keychain"), ("unlock-keychain", nil),
        ("export -k /tmp/a.keychain", "/tmp/a.keychain"), ("import /tmp/a.pem", nil),
        ("import /tmp/a.pem -k /tmp/b.keychain", "/tmp/b.keychain"), ("lock-keychain one two", nil),
        ("set-key-partition-list -k /tmp/secret /tmp/a.keychain", "/tmp/a.keychain"),
    ])
    func knowsTheKeychainOfACommand(_ line: String, _ keychain: String?) throws {
        #expect(try SecurityBench.call(line).keychain == keychain)
    }

    @Test func namesTheKeychainInAdvice() {
        let failure = SecurityFailure(1, "wrong; use 'keychainctl identity export'").naming("two")
        #expect(failure.message == "wrong; use 'keychainctl identity export --keychain two'")
        #expect(failure.naming("two").message == failure.message)
        let error = SecurityFailure(
            KeychainError(.noPasscode),
            SecurityVerb.help,
            of: "two"
        )
        #expect(error.message?.contains("'keychainctl passcode set --keychain two'") == true)
    }

    @Test(arguments: ["", "x", "find-generic-passwords"])
    func knowsNoOthers(_ word: String) { #expect(SecurityVerb.named(word) == nil) }

    @Test(arguments: SecurityVerb.all.map(\.name))
    func namesEachOptionOnce(_ name: String) throws {
        let verb = try #require(SecurityVerb.named(name))
        #expect(verb.name == name)
        let letters = verb.options.map(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(verb.absence == nil || verb.options.isEmpty)
        #expect(verb.usage.hasPrefix("Usage: \(name)"))
        #expect(verb.summary.hasSuffix("."))
    }

    @Test(
        arguments: [
            ([], ""), (Array("plain \"text\"".utf8), "\"plain \"text\"\""),
            (Array("back\\".utf8), "0x6261636B5C  \"back\\134\""),
            ([0, 0, 1, 0xBB], "0x000001BB "), ([0, 0, 0, 80], "0x00000050  \"\\000\\000\\000P\""),
            ([0x7F], "0x7F "), ([0x20], "\" \""), ([0x7E, 0xFF], "0x7EFF  \"~\\377\""),
        ] as [([UInt8], String)]
    )
    func printsBuffers(_ bytes: [UInt8], _ text: String) {
        #expect(BufferForm.text(bytes) == text)
    }

    @Test(
        arguments: [
            ("a b", ["a", "b"]), ("  a\tb  ", ["a", "b"]), ("", []), ("   ", []),
            ("'a b' c", ["a b", "c"]), ("\"a 'b\" c", ["a 'b", "c"]), ("a\\ b", ["a b"]),
            ("'a\\'", ["a\\"]), ("\"a\\\"b\"", ["a\"b"]), ("'' \"\"", ["", ""]),
            ("a'b'\"c\"d", ["abcd"]), ("'open", nil), ("\"open", nil), ("end\\", nil),
        ] as [(String, [String]?)]
    )
    func splitsLines(_ line: String, _ words: [String]?) {
        let split = Array(line.utf8).withUnsafeBytes { SecurityTool.words($0) }
        #expect(split?.map(\.text) == words)
    }

    @Test(
        arguments: [
            ("", []), ("0", [0]), ("1f", [31]), ("ABC", [0x0A, 0xBC]), ("0x", nil), ("g", nil),
            (" 1", nil), ("é", nil),
        ] as [(String, [UInt8]?)]
    )
    func readsHexadecimalDigits(_ digits: String, _ bytes: [UInt8]?) {
        let word = Array(digits.utf8).withUnsafeBytes { SecurityWord($0, isExposed: false) }
        let secret = HexadecimalDigits.secret(word.bytes)
        #expect(secret?.withUnsafeBytes { Array($0) } == bytes)
    }
}
