import ForeignCrypto
import PortableKeychain
import SafeText

@testable import ForeignFormats

/// A database of KDBX 4 that a test seals itself, right except for the test's changes.
struct KDBXFile: Sendable {
    /// The fields of the header, in their order.
    var fields: [(kind: UInt8, content: [UInt8])] = [
        (2, KeePassIdentifier.chaCha20), (3, [0, 0, 0, 0]), (4, [UInt8](repeating: 4, count: 32)),
        (7, [UInt8](repeating: 7, count: 12)), (11, Self.map(Self.derivation)),
        (0, [13, 10, 13, 10]),
    ]
    var version: [UInt8] = [1, 0, 4, 0]
    /// The parts of the content, which become blocks.
    var content: [[UInt8]] = [Self.inner() + Array(Self.document.utf8)]
    /// Changes the blocks behind the header before they are written, each with its code.
    var changeBlocks: @Sendable (inout [[UInt8]]) -> Void = { _ in }

    static let passphrase = SecretBytes(utf8: "pw")

    static let document = """
        <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>A</Value></String></Entry>\
        </Group></Root></KeePassFile>
        """

    /// Names, types and values of parameters.
    typealias Parameters = [(name: String, type: UInt8, value: [UInt8])]

    /// AES with a single round, by the identifier that KeePass writes.
    static let derivation: Parameters = [
        ("$UUID", 0x42, KeePassIdentifier.aesStretching[0]), ("R", 0x05, number(1, 8)),
        ("S", 0x42, [UInt8](repeating: 11, count: 32)),
    ]

    static func number(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    static func map(_ parameters: Parameters) -> [UInt8] {
        let items = parameters.flatMap { name, type, value in
            [type] + number(UInt64(name.utf8.count), 4) + Array(name.utf8)
                + number(UInt64(value.count), 4) + value
        }
        return [0, 1] + items + [0]
    }

    /// An inner header.
    static func inner(
        _ fields: [(kind: UInt8, content: [UInt8])] = [
            (1, [3, 0, 0, 0]), (2, [UInt8](repeating: 2, count: 64)), (3, [0, 1, 2]), (0, []),
        ]
    ) -> [UInt8] {
        fields.flatMap { [$0.kind] + number(UInt64($0.content.count), 4) + $0.content }
    }

    mutating func replace(_ kind: UInt8, _ content: [UInt8]) {
        for index in fields.indices where fields[index].kind == kind {
            fields[index].content = content
        }
    }

    var header: [UInt8] {
        [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5] + version + Self.inner(fields)
    }

    /// The whole file.
    func bytes() throws -> [UInt8] {
        let seed = SecretBytes(fields.first { $0.kind == 4 }?.content ?? [])
        let vector: [UInt8] = fields.first { $0.kind == 7 }?.content ?? []
        let stretching = PasswordStretching.aes(seed: [UInt8](repeating: 11, count: 32), rounds: 1)
        let key = try KeePassKey(passphrase: Self.passphrase, keyFile: nil)
        let stretched = stretching.stretched(key.composite) ?? SecretBytes([])
        let codes = SecretDigest.sha512([seed, stretched, SecretBytes([1])])
        let header = SecretBytes(header)
        var file = self.header + Self.plain(SecretDigest.sha256([header]))
        file += Self.plain(KDBXBlocks.code([header], number: KDBXBlocks.header, key: codes))
        // This cipher decrypts and encrypts by the same.
        let ciphertext = DatabaseCipher.chaCha20.decrypt(
            content.flatMap { $0 },
            key: SecretDigest.sha256([seed, stretched]),
            vector: vector
        )
        var rest: [UInt8] = ciphertext.map(Self.plain) ?? []
        var blocks: [[UInt8]] = []
        for (index, part) in (content + [[]]).enumerated() {
            let block = Array(rest.prefix(part.count))
            rest = Array(rest.dropFirst(part.count))
            let place = SecretBytes(Self.number(UInt64(index), 8))
            let sized = Self.number(UInt64(block.count), 4) + block
            let code = KDBXBlocks.code(
                [place, SecretBytes(sized)],
                number: UInt64(index),
                key: codes
            )
            blocks.append(Self.plain(code) + sized)
        }
        changeBlocks(&blocks)
        return file + blocks.flatMap { $0 }
    }

    private static func plain(_ secret: SecretBytes) -> [UInt8] {
        secret.withUnsafeBytes { Array($0) }
    }

    /// The result of an import of the file.
    func store() throws -> ForeignStore? {
        try KeePassDatabase(.file(try bytes()))
            .store(try KeePassKey(passphrase: Self.passphrase, keyFile: nil))
    }
}
