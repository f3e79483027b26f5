import ForeignCrypto
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Databases that are damaged, forged, or more work than a program should do for them.
@Suite struct KDBXDamageTests {
    private static func file(_ change: (inout KDBXFile) -> Void) -> KDBXFile {
        var file = KDBXFile()
        change(&file)
        return file
    }

    /// A header with one field replaced.
    private static func field(_ kind: UInt8, _ content: [UInt8]) -> KDBXFile {
        file { $0.replace(kind, content) }
    }

    /// A header with parameters of Argon2id; the memory in bytes.
    private static func argon2(
        memory: UInt64 = 64 << 10,
        passes: UInt64 = 2,
        lanes: UInt64 = 2,
        version: UInt64 = 0x13,
        salt: [UInt8] = [UInt8](repeating: 1, count: 32),
        more: KDBXFile.Parameters = []
    ) -> KDBXFile {
        let parameters: KDBXFile.Parameters = [
            ("$UUID", 0x42, KeePassIdentifier.argon2id), ("M", 0x05, KDBXFile.number(memory, 8)),
            ("I", 0x05, KDBXFile.number(passes, 8)), ("P", 0x04, KDBXFile.number(lanes, 4)),
            ("V", 0x04, KDBXFile.number(version, 4)), ("S", 0x42, salt),
        ]
        return field(11, KDBXFile.map(parameters + more))
    }

    private static func aes(rounds: UInt64, seed: Int = 32) -> KDBXFile {
        let parameters: KDBXFile.Parameters = [
            ("$UUID", 0x42, KeePassIdentifier.aesStretching[1]),
            ("R", 0x05, KDBXFile.number(rounds, 8)),
            ("S", 0x42, [UInt8](repeating: 11, count: seed)),
        ]
        return field(11, KDBXFile.map(parameters))
    }

    @Test func readsItsOwn() throws {
        let parts = KDBXFile.inner() + Array(KDBXFile.document.utf8)
        for content in [[parts], [Array(parts.prefix(7)), Array(parts.dropFirst(7))]] {
            let store = try #require(try Self.file { $0.content = content }.store())
            #expect(store.entries.map(\.title) == ["A"])
        }
    }

    /// The content of the header, and the words of the refusal.
    ///
    /// All of it is refused before any work.
    static let headers: [(String, KDBXFile, String)] = [
        ("version 5", file { $0.version = [0, 0, 5, 0] }, "newer format"),
        ("version 2", file { $0.version = [1, 0, 2, 0] }, "before KDBX 3"),
        ("a comment", file { $0.fields.insert((1, [0]), at: 0) }, ""),
        ("data of plug-ins", file { $0.fields.insert((12, [0]), at: 0) }, ""),
        ("a field twice", file { $0.fields.insert((3, [0, 0, 0, 0]), at: 0) }, "header"),
        ("an unknown field", file { $0.fields.insert((99, []), at: 0) }, "field 99"),
        ("no cipher", file { $0.fields.remove(at: 0) }, "header"),
        ("no compression", file { $0.fields.remove(at: 1) }, "header"),
        ("no seed", file { $0.fields.remove(at: 2) }, "header"),
        ("no vector", file { $0.fields.remove(at: 3) }, "header"),
        ("no derivation", file { $0.fields.remove(at: 4) }, "header"),
        ("no end", file { $0.fields.remove(at: 5) }, ""),
        ("a huge field", field(0, [UInt8](repeating: 0, count: (1 << 20) + 1)), "megabyte"),
        ("Twofish", field(2, KeePassIdentifier.twofish), "Twofish"),
        ("no known cipher", field(2, [1, 2, 3]), "unknown cipher"),
        ("compression 2", field(3, [2, 0, 0, 0]), "compressed"),
        ("a short seed", field(4, [1]), "header"),
        ("a short vector", field(7, [1]), "header"),
        ("no known derivation", field(11, KDBXFile.map([("$UUID", 0x42, [1])])), "key derivation"),
        ("an empty map", field(11, KDBXFile.map([])), "parameters"),
        ("a map of nothing", field(11, []), "parameters"),
        ("a newer map", field(11, [0, 2, 0]), "parameters"),
        ("a map with a rest", field(11, KDBXFile.map(KDBXFile.derivation) + [0]), "parameters"),
        (
            "a map without an end", field(11, KDBXFile.map(KDBXFile.derivation).dropLast()),
            "parameters"
        ),
        (
            "a name twice", field(11, KDBXFile.map(KDBXFile.derivation + KDBXFile.derivation)),
            "parameters"
        ),
        ("a number of 3 bytes", field(11, KDBXFile.map([("R", 0x05, [1, 2, 3])])), "parameters"),
        ("an unknown type", field(11, KDBXFile.map([("R", 0x07, [1])])), "parameters"),
        ("a name of 4 GB", field(11, [0, 1, 0x42, 255, 255, 255, 255]), "parameters"),
        ("no rounds", aes(rounds: 0), "parameters"),
        ("a short seed of AES", aes(rounds: 1, seed: 31), "parameters"),
        ("too many rounds", aes(rounds: FormatLimits.aesRounds + 1), "200000000 rounds"),
        ("the most rounds", aes(rounds: .max), "rounds of AES"),
        ("no passes", argon2(passes: 0), "parameters"),
        ("no lanes", argon2(lanes: 0), "parameters"),
        ("too little memory", argon2(memory: 8191), "parameters"),
        ("too many lanes", argon2(memory: 1 << 30, lanes: 129), "128 lanes"),
        ("too much memory", argon2(memory: (1 << 30) + 1), "1024 megabytes"),
        ("the most memory", argon2(memory: .max), "megabytes"),
        ("too many passes", argon2(memory: 1 << 30, passes: 33), "32 gigabytes"),
        ("the most passes", argon2(passes: .max), "gigabytes"),
        ("another version of Argon2", argon2(version: 0x12), "parameters"),
        ("a short salt", argon2(salt: [1]), "parameters"),
        ("a secret of its own", argon2(more: [("K", 0x42, [1])]), "secret of its own"),
    ]

    @Test(arguments: headers) func refusesHeaders(_ name: String, _ file: KDBXFile, _ words: String)
        throws
    {
        guard !words.isEmpty || name == "no end" else {
            #expect(try file.store() != nil, "\(name)")
            return
        }
        let problem = #expect(throws: FormatProblem.self) {
            try KeePassDatabase(.file(try file.bytes()))
        }
        #expect(problem?.problem.contains(words) == true || words.isEmpty, "\(problem as Any)")
    }

    /// Users are warned before work that can take minutes.
    @Test(
        arguments: [
            (aes(rounds: FormatLimits.aesRounds / 4), false),
            (aes(rounds: FormatLimits.aesRounds / 4 + 1), true),
            (argon2(memory: 1 << 30, passes: 8), false), (argon2(memory: 1 << 30, passes: 9), true),
        ] as [(KDBXFile, Bool)]
    )
    func saysWhatIsCostly(_ file: KDBXFile, _ isCostly: Bool) throws {
        #expect(try KeePassDatabase(.file(try file.bytes())).isCostly == isCostly)
    }

    private static func blocks(_ change: @escaping @Sendable (inout [[UInt8]]) -> Void) -> KDBXFile
    {
        file {
            $0.content = [KDBXFile.inner(), Array(KDBXFile.document.utf8)]
            $0.changeBlocks = change
        }
    }

    private static func content(_ content: [UInt8]) -> KDBXFile {
        file { $0.content = content.isEmpty ? [] : [content] }
    }

    /// The data after the header, and the words of the refusal.
    static let contents: [(String, KDBXFile, String)] = [
        ("a block is changed", blocks { $0[1][40] ^= 1 }, "block 2"),
        ("its code is changed", blocks { $0[0][0] ^= 1 }, "block 1"),
        ("its size is changed", blocks { $0[0][32] ^= 1 }, "block 1"),
        (
            "a size of 4 GB",
            blocks { $0[0].replaceSubrange(32..<36, with: [255, 255, 255, 255]) }, "end"
        ),
        ("the last code is changed", blocks { $0[2][0] ^= 1 }, "block 3"),
        ("blocks change places", blocks { $0.swapAt(0, 1) }, "block 1"),
        ("a block is missing", blocks { $0.remove(at: 1) }, "block 2"),
        ("the last block is missing", blocks { $0.removeLast() }, "end is missing"),
        ("there is more", blocks { $0.append([0]) }, "behind its end"),
        ("nothing is inside", content([]), "inner header"),
        ("an unknown field inside", content(KDBXFile.inner([(4, []), (0, [])])), "inner header"),
        ("no cipher inside", content(KDBXFile.inner([(2, [1]), (0, [])])), "inner header"),
        ("no key inside", content(KDBXFile.inner([(1, [3, 0, 0, 0]), (0, [])])), "inner header"),
        (
            "two keys inside", content(KDBXFile.inner([(2, [1]), (2, [1]), (0, [])])),
            "inner header"
        ),
        ("a short cipher inside", content(KDBXFile.inner([(1, [3]), (0, [])])), "inner header"),
        (
            "a huge key inside",
            content(KDBXFile.inner([(2, [UInt8](repeating: 1, count: 1025)), (0, [])])),
            "inner header"
        ),
        ("no end inside", content(KDBXFile.inner([(1, [3, 0, 0, 0]), (2, [1])])), "inner header"),
        ("a field of 4 GB inside", content([2, 255, 255, 255, 255, 1]), "inner header"),
        (
            "another cipher inside",
            content(KDBXFile.inner([(1, [9, 0, 0, 0]), (2, [1]), (0, [])])),
            "unknown cipher inside"
        ),
        ("no XML", content(KDBXFile.inner()), "XML"),
        ("other XML", content(KDBXFile.inner() + Array("<a/>".utf8)), "not an export"),
        (
            "a protected text that is none",
            content(KDBXFile.inner() + Array("<KeePassFile Protected='True'>*</KeePassFile>".utf8)),
            "protected text"
        ),
        ("no compressed content", file { $0.replace(3, [1, 0, 0, 0]) }, "compressed content"),
        (
            "content of 4 GB",
            file {
                $0.replace(3, [1, 0, 0, 0])
                $0.content = [[0x1F, 0x8B, 8] + [UInt8](repeating: 255, count: 20)]
            }, "larger than 64 megabytes"
        ),
    ]

    @Test(arguments: contents)
    func refusesContents(_ name: String, _ file: KDBXFile, _ words: String) throws {
        let problem = #expect(throws: FormatProblem.self) { try file.store() }
        #expect(problem?.problem.contains(words) == true, "\(problem as Any)")
    }

    /// A single changed bit anywhere, and every beginning of the file.
    @Test func noticesEveryChange() throws {
        let good = try KDBXFile().bytes()
        let header = KDBXFile().header.count
        let key = try KeePassKey(passphrase: KDBXFile.passphrase, keyFile: nil)
        for place in good.indices {
            var bad = good
            bad[place] ^= 0x80
            let store: ForeignStore?
            do {
                store = try KeePassDatabase(.file(bad)).store(key)
                #expect((header + 32..<header + 64).contains(place))
            } catch {
                store = nil
                // A wrong code of the header alone looks the same as a wrong passphrase.
                #expect(!(header + 32..<header + 64).contains(place))
            }
            #expect(store == nil, "bit 7 of byte \(place)")
        }
        for count in good.indices {
            #expect(throws: FormatProblem.self, "\(count) bytes") {
                try KeePassDatabase(.file(Array(good.prefix(count)))).store(key)
            }
        }
    }

    /// Texts that are encrypted a second time come in the order of the document, also those that
    /// are not kept.
    @Test func revealsTexts() throws {
        var stream = try #require(try Self.stream())
        func hidden(_ text: String) throws -> String {
            let hidden = stream.apply(to: .file(text))
            let secret = try #require(hidden)
            return "<Value Protected=\"True\">\(Base64.encoded(secret).string() ?? "")</Value>"
        }
        func field(_ key: String, _ text: String) throws -> String {
            "<String><Key>\(key)</Key>\(try hidden(text))</String>"
        }
        let document = """
            <KeePassFile><Meta><X>\(try hidden("elsewhere"))</X></Meta><Root><Group>
            <Entry>\(try field("Title", "A"))\(try field("Password", "secret"))
            <History><Entry>\(try field("Password", "former"))</Entry></History></Entry>
            <Entry>\(try field("UserName", "me"))<String><Key>Password</Key>
            <Value Protected="True"/></String>\(try field("PIN", "12"))</Entry>
            </Group></Root></KeePassFile>
            """
        let store = try #require(
            try Self.content(KDBXFile.inner() + Array(document.utf8)).store()
        )
        let entries = store.entries.map(PlainEntry.init)
        #expect(entries.map(\.title) == ["A", ""])
        #expect(entries.map(\.password) == ["secret", ""])
        #expect(entries.map(\.account) == ["", "me"])
        #expect(entries[1].secrets == [.init(name: "PIN", value: "12")])
    }

    /// The stream that the inner header of ``KDBXFile`` starts.
    private static func stream() throws -> DatabaseStream? {
        let digest = SecretDigest.sha512([SecretBytes([UInt8](repeating: 2, count: 64))])
        return DatabaseStream(
            .chaCha20,
            key: SecretText.part(of: digest, 0..<32),
            nonce: digest.withUnsafeBytes { Array($0[32..<44]) }
        )
    }

    /// Bytes that are not text, where a text is expected.
    @Test func refusesWhatIsNoText() throws {
        let document = """
            <KeePassFile><Root><Group><Entry><String><Key>Password</Key>\
            <Value Protected="True">AAAAAAAAAAAAAAAA</Value></String></Entry></Group></Root></KeePassFile>
            """
        let problem = #expect(throws: FormatProblem.self) {
            try Self.content(KDBXFile.inner() + Array(document.utf8)).store()
        }
        #expect(problem?.problem.contains("entry 1: the field 'Password' is not text") == true)
    }

    /// KDBX 3.1 has hashes for damage and no codes, and its header is known by its use only.
    @Test(
        .enabled(if: DatabaseStream.Kind.salsa20.isPresent, "needs libsodium.so.23 (libsodium23)")
    )
    func noticesChangesOfOlderDatabases() throws {
        let file = try KeePassDatabaseTests.file("older-key.kdbx")
        let good = file.withUnsafeBytes { Array($0) }
        let header = try file.withUnsafeBytes { try KDBXHeader($0).count }
        let key = try KeePassDatabaseTests.older.key()
        #expect(try KeePassDatabase(file).store(key) != nil)
        // The lower half of the version and what ends the header mean nothing.
        let places =
            Array(0..<8) + Array(10..<header - 4)
            + Array(stride(from: header, to: good.count, by: 5))
        for place in places {
            var bad = good
            bad[place] ^= 0x80
            #expect(
                (try? KeePassDatabase(.file(bad)).store(key)) == nil,
                "bit 7 of byte \(place)"
            )
        }
        for count in stride(from: 0, to: good.count, by: 5) {
            #expect(
                (try? KeePassDatabase(.file(Array(good.prefix(count)))).store(key)) == nil,
                "\(count) bytes"
            )
        }
    }

    /// The XML repeats the hash of the header, if the program that wrote it keeps to the format.
    @Test(
        .enabled(if: DatabaseStream.Kind.salsa20.isPresent, "needs libsodium.so.23 (libsodium23)")
    )
    func comparesTheHeaderOfOlderDatabases() throws {
        var bytes = try KeePassDatabaseTests.file("keepassxc-2.7.4.kdbx").withUnsafeBytes {
            Array($0)
        }
        let header = try bytes.withUnsafeBytes { try KDBXHeader($0).count }
        bytes[header - 1] ^= 1
        let key = try KeePassKey(passphrase: KeePassDatabaseTests.passphrase, keyFile: nil)
        let problem = #expect(throws: FormatProblem.self) {
            try KeePassDatabase(.file(bytes)).store(key)
        }
        #expect(problem?.problem.contains("header was changed") == true)
    }
}
