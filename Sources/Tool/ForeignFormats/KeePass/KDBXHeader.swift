internal import ForeignCrypto
internal import PortableKeychain

/// The header of KDBX 4 or 3.1: the parameters of the encryption of the rest
/// (keepass.info/help/kb/kdbx.html).
///
/// Nothing in it is secret. It says how much work the key takes, so it is checked against
/// ``FormatLimits`` before any of that work.
struct KDBXHeader {
    let cipher: DatabaseCipher
    let isCompressed: Bool
    /// The seed from which the keys of this file are derived, besides the stretched passphrase.
    let seed: [UInt8]
    let vector: [UInt8]
    let stretching: PasswordStretching
    let body: Body
    /// The number of bytes from the start of the file to the end of the header.
    let count: Int

    /// The data after the header.
    enum Body {
        /// KDBX 4: the header's hash and code, and blocks with a code each around the encrypted
        /// bytes.
        case coded
        /// KDBX 3.1: the encrypted bytes, with these bytes inside, and blocks with a hash each.
        case hashed(start: SecretBytes, texts: ProtectedTexts)
    }

    static let malformed = FormatProblem("the header of the database is damaged")

    /// Reads the header at the start of a file.
    ///
    /// - Throws: ``FormatProblem`` for a header that is incomplete or says something twice, and for
    ///   versions, ciphers and derivations that are not supported.
    init(_ file: UnsafeRawBufferPointer) throws(FormatProblem) {
        var reader = LittleEndianReader(file, orThrow: Self.malformed)
        let isOlder = try Self.readVersion(&reader) == 3
        let fields = try Self.fields(&reader, isOlder)
        count = reader.place
        func field(_ kind: Kind) throws(FormatProblem) -> UnsafeRawBufferPointer {
            guard let field = fields[kind] else { throw Self.malformed }
            return field
        }
        cipher = try Self.cipher(field(.cipher))
        switch Array(try field(.compression)) {
        case [0, 0, 0, 0]: isCompressed = false
        case [1, 0, 0, 0]: isCompressed = true
        default: throw Self.unsupported("compressed in an unknown way")
        }
        seed = Array(try field(.seed))
        vector = Array(try field(.vector))
        guard seed.count == 32, vector.count == cipher.vectorLength else { throw Self.malformed }
        guard isOlder else {
            stretching = try KeePassDerivation.stretching(try VariantMap(field(.derivation)))
            body = .coded
            return
        }
        stretching = try KeePassDerivation.aes(
            rounds: Self.number(field(.rounds), 8),
            seed: Array(field(.derivationSeed))
        )
        let start = SecretBytes(try field(.start))
        guard start.count == 32 else { throw Self.malformed }
        let texts = try ProtectedTexts(
            cipher: Self.number(field(.textCipher), 4),
            key: SecretBytes(field(.textKey)),
            orThrow: Self.malformed
        )
        body = .hashed(start: start, texts: texts)
    }

    private static func number(
        _ field: UnsafeRawBufferPointer,
        _ count: Int
    ) throws(FormatProblem) -> UInt64 {
        var reader = LittleEndianReader(field, orThrow: malformed)
        let number = try reader.number(count)
        guard reader.isAtEnd else { throw malformed }
        return number
    }

    /// The meaning of a field of the header.
    enum Kind: UInt64 {
        case end = 0
        case comment = 1
        case cipher = 2
        case compression = 3
        case seed = 4
        case derivationSeed = 5
        case rounds = 6
        case vector = 7
        case textKey = 8
        case start = 9
        case textCipher = 10
        case derivation = 11
        /// Settings of plug-ins.
        case customData = 12

        /// Whether a version of the format has it.
        func isOf(older isOlder: Bool) -> Bool {
            switch self {
            case .derivationSeed, .rounds, .textKey, .start, .textCipher: isOlder
            case .derivation, .customData: !isOlder
            case .end, .comment, .cipher, .compression, .seed, .vector: true
            }
        }
    }

    /// The version of the format: 3 or 4.
    private static func readVersion(
        _ reader: inout LittleEndianReader
    ) throws(FormatProblem) -> UInt64 {
        guard try reader.number(4) == 0x9AA2_D903 else { throw malformed }
        let form = try reader.number(4)
        // Its lower half has changes that older programs can pass over.
        let version = try reader.number(4) >> 16
        guard form == 0xB54B_FB67, version >= 3 else {
            throw FormatProblem(
                "the database has an old format, from before KDBX 3",
                advice: "open it in KeePassXC and save it as KDBX 4, and import that"
            )
        }
        guard version <= 4 else { throw unsupported("in a newer format, KDBX \(version)") }
        return version
    }

    private static func fields(
        _ reader: inout LittleEndianReader,
        _ isOlder: Bool
    ) throws(FormatProblem) -> [Kind: UnsafeRawBufferPointer] {
        var fields: [Kind: UnsafeRawBufferPointer] = [:]
        while fields[.end] == nil {
            let number = try reader.number(1)
            let length = Int(try reader.number(isOlder ? 2 : 4))
            guard length <= FormatLimits.field else {
                throw FormatProblem(
                    "a field of the database's header is larger than "
                        + "\(FormatLimits.field >> 20) megabyte"
                )
            }
            let field = try reader.bytes(length)
            guard let kind = Kind(rawValue: number), kind.isOf(older: isOlder) else {
                throw unsupported("in another format: its header has a field \(number)")
            }
            guard fields.updateValue(field, forKey: kind) == nil || kind == .comment else {
                throw malformed
            }
        }
        return fields
    }

    private static func cipher(
        _ identifier: UnsafeRawBufferPointer
    ) throws(FormatProblem) -> DatabaseCipher {
        switch Array(identifier) {
        case KeePassIdentifier.aes: return .aes
        case KeePassIdentifier.chaCha20: return .chaCha20
        case KeePassIdentifier.twofish: throw unsupported("encrypted with Twofish")
        default: throw unsupported("encrypted with an unknown cipher")
        }
    }

    static func unsupported(_ what: String) -> FormatProblem {
        FormatProblem(
            "the database is \(what), which is not supported",
            advice: "export it as XML, for example with 'keepassxc-cli export --format xml "
                + "FILE.kdbx > FILE.xml', import FILE.xml and delete it"
        )
    }
}

/// The identifiers in headers, 16 bytes each.
enum KeePassIdentifier {
    static let aes: [UInt8] = bytes(0x31C1_F2E6_BF71_4350, 0xBE58_0521_6AFC_5AFF)
    static let chaCha20: [UInt8] = bytes(0xD603_8A2B_8B6F_4CB5, 0xA524_339A_31DB_B59A)
    static let twofish: [UInt8] = bytes(0xAD68_F29F_576F_4BB9, 0xA36A_D47A_F965_346C)
    /// KeePass writes the first one, KeePassXC the second one for the same.
    static let aesStretching: [[UInt8]] = [
        bytes(0xC9D9_F39A_628A_4460, 0xBF74_0D08_C18A_4FEA),
        bytes(0x7C02_BB82_79A7_4AC0, 0x927D_114A_0064_8238),
    ]
    static let argon2d: [UInt8] = bytes(0xEF63_6DDF_8C29_444B, 0x91F7_A9A4_03E3_0A0C)
    static let argon2id: [UInt8] = bytes(0x9E29_8B19_56DB_4773, 0xB23D_FC3E_C6F0_A1E6)

    private static func bytes(_ halves: UInt64...) -> [UInt8] {
        halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }
}
