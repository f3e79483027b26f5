import ForeignCrypto
import Foundation
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Databases that KeePassXC and pykeepass wrote; `Exports/KeePass` says how.
@Suite struct KeePassDatabaseTests {
    static func file(_ name: String) throws -> SecretBytes {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return SecretBytes(
            copying: try Data(contentsOf: folder.appending(path: "Exports/KeePass/\(name)"))
        )
    }

    static let passphrase = SecretBytes(utf8: "correct horse")

    /// A database with its key.
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var takesArgon2 = false
        var passphrase: SecretBytes? = KeePassDatabaseTests.passphrase
        var keyFile: String?

        var testDescription: String { "\(name) \(keyFile ?? "")" }

        func key() throws -> KeePassKey {
            try KeePassKey(passphrase: passphrase, keyFile: try keyFile.map(file))
        }

        func store() throws -> ForeignStore? {
            try KeePassDatabase(file("\(name).kdbx")).store(key())
        }
    }

    static let samples: [Sample] =
        [
            Sample(name: "argon2d-chacha20", takesArgon2: true),
            Sample(name: "argon2id-aes", takesArgon2: true),
            Sample(
                name: "argon2id-chacha20-file",
                takesArgon2: true,
                passphrase: nil,
                keyFile: "any.key"
            ),
            Sample(name: "aes-aes"),
        ]
        + ["version-1.key", "version-2.keyx", "binary.key", "hexadecimal.key"].map {
            Sample(name: "aes-chacha20-key", keyFile: $0)
        }

    @Test(arguments: samples.filter { !$0.takesArgon2 }) func reads(_ sample: Sample) throws {
        try Self.check(#require(try sample.store()))
    }

    @Test(
        .enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"),
        arguments: samples.filter(\.takesArgon2)
    )
    func readsWithArgon2(_ sample: Sample) throws {
        try Self.check(#require(try sample.store()))
    }

    /// KDBX 3.1.
    static let older = Sample(name: "older-key", keyFile: "binary.key")

    @Test(
        .enabled(if: DatabaseStream.Kind.salsa20.isPresent, "needs libsodium.so.23 (libsodium23)")
    )
    func readsOlderDatabases() throws {
        try Self.check(#require(try Self.older.store()))
        var wrong = Self.older
        wrong.keyFile = nil
        #expect(try wrong.store() == nil)
    }

    /// The XML that KeePassXC made of it has the same entries.
    @Test(
        .enabled(if: DatabaseStream.Kind.salsa20.isPresent, "needs libsodium.so.23 (libsodium23)")
    )
    func readsWhatKeePassXCWrote() throws {
        let store = try #require(try Sample(name: "keepassxc-2.7.4").store())
        let exported = try KeePassExport.store(Self.file("../keepassxc-2.7.4.xml"))
        #expect(store.entries.map(PlainEntry.init) == exported.entries.map(PlainEntry.init))
        #expect(store.entries.map(\.created) == exported.entries.map(\.created))
    }

    private static func check(_ store: ForeignStore) throws {
        let entries = store.entries.map(PlainEntry.init)
        try #require(entries.map(\.title) == ["Last", "Shop, \"A\"", "Server"])
        #expect([entries[0].account, entries[0].password] == ["z", "last password"])
        let shop = entries[1]
        #expect(shop.address == "https://shop.example:8443/login")
        #expect([shop.account, shop.password] == ["me@example.com", "n0t-real <\"1\">"])
        #expect(shop.notes == "first line\nsecond, line")
        let details = Dictionary(shop.details.map { ($0.name, $0.value) }) { $1 }
        #expect(shop.folder == "Work")
        #expect(details["Customer number"] == "4711")
        #expect(details["URL"] == "https://alt.example/")
        #expect(details["Expires"] == "2030-01-02T03:04:05Z")
        #expect(shop.tags == ["tag1", "tag2"])
        #expect(shop.secrets.contains(.init(name: "Recovery code", value: "r3c & overy")))
        #expect(shop.secrets.contains(.init(name: "file.bin", value: "attached \0 bytes")))
        #expect(store.entries[1].secrets.map(\.kind).contains(ForeignEntry.attachedFile))
        let code = shop.secrets.first { $0.name == ForeignEntry.oneTimePassword }
        #expect(code?.value.contains("secret=JBSWY3DPEHPK3PXP") == true)
        let server = entries[2]
        #expect([server.account, server.password] == ["root", "pässwörd €"])
        #expect(server.address == "ssh://server.example")
        #expect(server.folder == "Work/Deep")
        #expect(server.secrets.map(\.value) == ["JBSWY3DPEHPK3PXP"])
        #expect(store.entries.allSatisfy { $0.created == 1_795_335_060 })
        #expect(
            store.remarks == [
                "1 entry in the recycle bin left out.",
                "1 former versions of entries are not imported.",
            ]
        )
    }

    /// A key is missing or wrong, and the message reveals nothing about the file.
    @Test(arguments: [
        Sample(name: "aes-aes", passphrase: SecretBytes(utf8: "wrong")),
        Sample(name: "aes-aes", passphrase: SecretBytes(utf8: "correct horse ")),
        Sample(name: "aes-aes", keyFile: "any.key"), Sample(name: "aes-chacha20-key"),
        Sample(name: "aes-chacha20-key", keyFile: "any.key"),
        Sample(name: "aes-chacha20-key", passphrase: nil, keyFile: "binary.key"),
    ])
    func refusesWrongKeys(_ sample: Sample) throws {
        #expect(try sample.store() == nil)
    }

    @Test func saysThatArgon2IsMissing() throws {
        let file = try Self.file("argon2id-aes.kdbx")
        let problem = PasswordStretching.$allowsArgon2.withValue(false) {
            #expect(throws: FormatProblem.self) { try KeePassDatabase(file) }
        }
        #expect(problem?.problem.contains("libargon2.so.1 is missing") == true)
        #expect(problem?.advice.contains("libargon2-1") == true)
    }

    @Test func saysThatSalsa20IsMissing() throws {
        let file = try Self.file("older-key.kdbx")
        let problem = DatabaseStream.$allowsSalsa20.withValue(false) {
            #expect(throws: FormatProblem.self) { try KeePassDatabase(file) }
        }
        #expect(problem?.problem.contains("libsodium.so.23 is missing") == true)
        #expect(problem?.advice.contains("libsodium23") == true)
    }

    static let keyFiles: [(String, String)] = [
        ("<KeyFile>", "damaged"), ("<KeyFile/>", "damaged"),
        (
            "<KeyFile><Meta><Version>1.0</Version></Meta><Key><Data>AAAA</Data></Key></KeyFile>",
            "damaged"
        ),
        (
            "<KeyFile><Meta><Version>1.0</Version></Meta><Key><Data>*</Data></Key></KeyFile>",
            "damaged"
        ),
        (
            "<KeyFile><Meta><Version>3.0</Version></Meta><Key><Data>x</Data></Key></KeyFile>",
            "version 3"
        ),
        (
            "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data Hash='630DCD20'>"
                + String(repeating: "0", count: 64) + "</Data></Key></KeyFile>", "damaged"
        ),
        (
            "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data>"
                + String(repeating: "0", count: 64) + "</Data></Key></KeyFile>", "damaged"
        ),
    ]

    @Test(arguments: keyFiles) func refusesKeyFiles(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) {
            try KeePassKey(passphrase: nil, keyFile: .file(text))
        }
        #expect(problem?.problem.contains(words) == true)
    }
}
