import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Databases that this tool writes, as its own reader reads them; `keychainctlTests` has KeePassXC read them.
@Suite struct NewKeePassDatabaseTests {
    private static let passphrase = SecretBytes(utf8: "correct horse")
    private static let work = KeePassWork(passes: 1, kibibytes: 64, lanes: 2)

    private static func root(_ entries: KeePassEntry...) -> KeePassGroup {
        KeePassGroup(
            name: "All",
            identifier: [UInt8](repeating: 1, count: 16),
            entries: [],
            groups: [
                KeePassGroup(
                    name: "W & <D>",
                    identifier: [UInt8](repeating: 2, count: 16),
                    entries: entries,
                    groups: []
                )
            ]
        )
    }

    /// An entry with all that a database holds.
    private static let full: KeePassEntry = {
        var entry = KeePassEntry([UInt8](repeating: 3, count: 16))
        entry.add(KeePassName.title, "A \"B\" & <C>")
        entry.add(KeePassName.account, "ann\u{1}")
        entry.add(KeePassName.password, SecretBytes(utf8: "p\r\n\u{0B}w"), isProtected: true)
        entry.add(KeePassName.address, "https://a.example")
        entry.add(KeePassName.notes, " two\r\nlines\t")
        entry.add("Empty", SecretBytes([]), isProtected: true)
        entry.add("PIN", SecretBytes(utf8: "12"), isProtected: true)
        entry.addFile("one.bin", SecretBytes([0, 1, 0xFF]))
        entry.addFile("two.txt", SecretBytes(utf8: "two"))
        entry.tags = ["a", "b c"]
        entry.created = 1_600_000_000
        entry.modified = 1_600_000_001
        entry.expires = 1_893_553_445
        return entry
    }()

    private static func content(_ root: KeePassGroup) throws -> SecretBytes {
        try NewKeePassDatabase(root, work: work, entropy: .system).content()
    }

    private static func file(_ root: KeePassGroup) throws -> SecretBytes {
        try NewKeePassDatabase(root, work: work, entropy: .system).file(under: passphrase)
    }

    private static func bytes(_ secret: SecretBytes) -> [UInt8] {
        secret.withUnsafeBytes { Array($0) }
    }

    /// The entry of ``full`` after an import.
    private static func check(_ store: ForeignStore) throws {
        try #require(store.entries.count == 1)
        let entry = PlainEntry(store.entries[0])
        #expect(entry.title == "A \"B\" & <C>" && entry.account == "ann\u{1}")
        #expect(entry.password == "p\r\n\u{0B}w" && entry.address == "https://a.example")
        #expect(entry.notes == " two\r\nlines\t")
        #expect(entry.folder == "W & <D>" && entry.tags == ["a", "b c"])
        #expect(entry.details.map(\.value) == ["2030-01-02T03:04:05Z"])
        #expect(entry.secrets.map(\.name) == ["PIN", "one.bin", "two.txt"])
        #expect(store.entries[0].created == 1_600_000_000)
        #expect(bytes(store.entries[0].secrets[1].value) == [0, 1, 0xFF])
        #expect(store.entries[0].secrets.map(\.kind) == ["PIN", "attached file", "attached file"])
        #expect(store.remarks.isEmpty && store.omissions.isEmpty)
    }

    @Test func writesWhatTheReaderReads() throws {
        try Self.check(KeePassDatabase.store(content: Self.content(Self.root(Self.full))))
    }

    /// Texts that XML cannot hold are protected, and protected texts are not in the XML.
    @Test func protects() throws {
        let content = try KDBXContent(Self.content(Self.root(Self.full)))
        let tree = try XMLTree(document: content.document)
        let entry = try #require(tree["Root"]?["Group"]?["Group"]?["Entry"])
        let isProtected = Dictionary(
            uniqueKeysWithValues: entry.all("String").map {
                ($0["Key"]?.string ?? "", $0["Value"]?.attributes["Protected"] == "True")
            }
        )
        #expect(
            isProtected == [
                "Title": false, "UserName": true, "Password": true, "URL": false, "Notes": false,
                "PIN": true,
            ]
        )
        let text = try #require(SecretText.copy(content.document))
        #expect(!text.contains("p\r\n") && !text.contains(">12<") && !text.contains("\r"))
    }

    /// A name that XML cannot hold spoils no database.
    @Test func cleansNames() throws {
        var entry = KeePassEntry([UInt8](repeating: 3, count: 16))
        entry.add("a\u{1}\u{FFFF}b", "x")
        let store = try KeePassDatabase.store(content: Self.content(Self.root(entry)))
        #expect(store.entries.first.map(PlainEntry.init)?.details.map(\.name) == ["a??b"])
    }

    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func opensWithItsPassphraseAlone() throws {
        let file = try Self.file(Self.root(Self.full))
        let key = try KeePassKey(passphrase: Self.passphrase, keyFile: nil)
        try Self.check(#require(try KeePassDatabase(file).store(key)))
        let wrong = try KeePassKey(passphrase: SecretBytes(utf8: "correct hors"), keyFile: nil)
        #expect(try KeePassDatabase(file).store(wrong) == nil)
        // Neither its names nor its secrets are readable.
        #expect(!String(decoding: Self.bytes(file), as: UTF8.self).contains("a.example"))
    }

    /// The header says what other programs expect, and no two databases have the same seeds.
    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func writesTheHeader() throws {
        let files = try (0..<2).map { _ in Self.bytes(try Self.file(Self.root())) }
        let headers = try files.map { file in
            try file.withUnsafeBytes { try KDBXHeader($0) }
        }
        #expect(files[0].prefix(12) == [3, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 0, 0, 4, 0])
        for header in headers {
            #expect(header.cipher == .chaCha20 && header.isCompressed && header.seed.count == 32)
            guard case .argon2(let argon2) = header.stretching else {
                Issue.record("The key is not derived with Argon2.")
                return
            }
            #expect(argon2.kind == .argon2id && argon2.version == .second)
            #expect(argon2.passes == 1 && argon2.kibibytes == 64 && argon2.lanes == 2)
            #expect(argon2.salt.count == 32)
        }
        #expect(headers[0].seed != headers[1].seed && headers[0].vector != headers[1].vector)
        #expect(headers[0].stretching != headers[1].stretching)
        // The standard is within the limits of the reader, without a warning.
        let standard = NewKDBXHeader(.standard, .system)
        #expect(!KeePassDerivation.isCostly(standard.stretching))
        let read = try standard.bytes.withUnsafeBytes { try KDBXHeader($0) }
        #expect(read.stretching == standard.stretching)
    }

    /// A changed byte anywhere is noticed.
    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func isSealed() throws {
        let file = Self.bytes(try Self.file(Self.root(Self.full)))
        let key = try KeePassKey(passphrase: Self.passphrase, keyFile: nil)
        for place in stride(from: 0, to: file.count, by: 7) {
            var changed = file
            changed[place] ^= 1
            let store = try? KeePassDatabase(SecretBytes(changed)).store(key)
            #expect(store == nil, "\(place)")
        }
    }

    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func writesSeveralBlocks() throws {
        var entry = KeePassEntry([UInt8](repeating: 3, count: 16))
        let content = SecretBytes.random(count: 5 << 19)
        entry.addFile("random.bin", content)
        let file = try Self.file(Self.root(entry))
        let key = try KeePassKey(passphrase: Self.passphrase, keyFile: nil)
        let store = try #require(try KeePassDatabase(file).store(key))
        #expect(store.entries.first?.secrets.first?.value.matches(content) == true)
    }

    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func refusesAPassphraseThatIsNotText() throws {
        let database = NewKeePassDatabase(Self.root(), work: Self.work, entropy: .system)
        let problem = #expect(throws: FormatProblem.self) {
            try database.file(under: SecretBytes([0x61, 0xFF]))
        }
        #expect(problem?.problem.contains("not text in UTF-8") == true)
        _ = try database.file(under: SecretBytes(utf8: "é"))
    }

    @Test func saysThatArgon2IsMissing() throws {
        PasswordStretching.$allowsArgon2.withValue(false) {
            #expect(NewKeePassDatabase.problem?.advice.contains("libargon2-1") == true)
            let problem = #expect(throws: FormatProblem.self) {
                try Self.file(Self.root())
            }
            #expect(problem?.problem.contains("libargon2.so.1 is missing") == true)
        }
    }

    @Test(arguments: [
        ("", true), ("a\t\r\n€\u{FFFD}\u{10FFFF}\u{7F}", true), ("\u{1}", false),
        ("a\u{1F}", false),
        ("\u{0}", false), ("\u{FFFE}", false), ("a\u{FFFF}", false), ("\u{FB01}\u{FEFF}", true),
    ])
    func knowsWhatXMLHolds(_ text: String, _ isHeld: Bool) {
        #expect(XMLText.holds(text) == isHeld)
        #expect(XMLText.holds(XMLText.cleaned(text)))
    }

    @Test func knowsThatBytesAreNoXML() {
        #expect(!XMLText.holds(SecretBytes([0xFF])) && !XMLText.holds(SecretBytes([0xEF])))
    }

    @Test(arguments: [0, 1, 100_000]) func packs(_ count: Int) throws {
        let content = SecretBytes.random(count: count)
        let packed = try #require(GzipStream.packed(content))
        #expect(try GzipStream.content(of: packed).matches(content))
    }

    /// Only an address that says nothing unusual stands for its secret alone.
    @Test(arguments: [
        ("otpauth://totp/A:b?secret=JBSW&period=30&digits=6&issuer=A", "JBSW"),
        ("otpauth://totp/A:b?secret=JBSW&period=30&digits=6&issuer=A&algorithm=SHA256", nil),
        ("otpauth://totp/A:b?secret=JBSW&period=30&digits=8&issuer=A", nil),
        ("otpauth://totp/A:b?secret=JBSW&x=1&period=30&digits=6&issuer=A", nil),
        ("otpauth://totp/A:b?secret=&period=30&digits=6&issuer=A", nil), ("JBSW", nil),
    ])
    func readsTheSecretAlone(_ address: String, _ secret: String?) {
        let found = KeePassCode.secret(of: SecretBytes(utf8: address))
        #expect(found.flatMap(SecretText.copy) == secret)
    }

    /// The tag that KeePassXC gives an entry with a passkey is no tag of the user, who may have set it elsewhere.
    @Test(arguments: [("KPEX_PASSKEY_USERNAME", ["a"]), ("x", ["a", "Passkey"])])
    func passesOverTheTagOfPasskeys(_ name: String, _ tags: [String]) throws {
        var entry = KeePassEntry([UInt8](repeating: 3, count: 16))
        entry.add(KeePassName.password, "pw")
        entry.add(name, "x")
        entry.tags = ["a", "Passkey"]
        let store = try KeePassDatabase.store(content: Self.content(Self.root(entry)))
        #expect(store.entries.first?.tags == tags)
    }
}
