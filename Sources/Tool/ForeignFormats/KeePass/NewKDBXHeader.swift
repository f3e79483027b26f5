internal import ForeignCrypto
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The header of a new database: KDBX 4.0, ChaCha20, Argon2id, gzip.
///
/// All of them are in the reader, too, and in the programs of KeePass's family since about 2020. Argon2id and not the
/// rounds of AES: a graphics card tries those by the million, and memory is what it lacks. So the header
/// has one strength everywhere, and a system without libargon2 writes no database.
struct NewKDBXHeader {
    let seed: [UInt8]
    let vector: [UInt8]
    let stretching: PasswordStretching
    /// The bytes from the start of the file.
    let bytes: SecretBytes

    private static let version: UInt64 = 0x0004_0000

    /// Makes a header with random seeds.
    init(_ work: KeePassWork, _ entropy: KeychainEntropy) {
        seed = entropy.bytes(32)
        vector = entropy.bytes(DatabaseCipher.chaCha20.vectorLength)
        let salt = entropy.bytes(32)
        stretching = .argon2(
            PasswordStretching.Argon2(
                .argon2id,
                version: .second,
                passes: work.passes,
                kibibytes: work.kibibytes,
                lanes: work.lanes,
                salt: salt
            )
        )
        var writer = SecretWriter(capacity: 512)
        writer.append(0x9AA2_D903, count: 4)
        writer.append(0xB54B_FB67, count: 4)
        writer.append(Self.version, count: 4)
        let fields: [(KDBXHeader.Kind, [UInt8])] = [
            (.cipher, KeePassIdentifier.chaCha20), (.compression, [1, 0, 0, 0]), (.seed, seed),
            (.vector, vector), (.derivation, Self.derivation(work, salt)),
            (.end, Array("\r\n\r\n".utf8)),
        ]
        for (kind, content) in fields {
            writer.append(kind.rawValue, count: 1)
            writer.append(UInt64(content.count), count: 4)
            writer.append(content)
        }
        bytes = writer.secret
    }

    /// The parameters of Argon2 (``VariantMap``).
    private static func derivation(_ work: KeePassWork, _ salt: [UInt8]) -> [UInt8] {
        var writer = SecretWriter(capacity: 256)
        func add(_ name: String, _ type: UInt64, _ value: [UInt8], _ writer: inout SecretWriter) {
            writer.append(type, count: 1)
            writer.append(UInt64(name.utf8.count), count: 4)
            writer.append(name)
            writer.append(UInt64(value.count), count: 4)
            writer.append(value)
        }
        func number(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        writer.append(0x0100, count: 2)
        add("$UUID", 0x42, KeePassIdentifier.argon2id, &writer)
        add("S", 0x42, salt, &writer)
        add("P", 0x04, number(UInt64(work.lanes), 4), &writer)
        add("M", 0x05, number(UInt64(work.kibibytes) * 1024, 8), &writer)
        add("I", 0x05, number(UInt64(work.passes), 8), &writer)
        let version = UInt64(PasswordStretching.Argon2.Version.second.rawValue)
        add("V", 0x04, number(version, 4), &writer)
        writer.append(0, count: 1)
        return writer.secret.withUnsafeBytes { Array($0) }
    }
}

/// The work that deriving the key of a new database takes.
package struct KeePassWork: Sendable {
    let passes: UInt32
    let kibibytes: UInt32
    let lanes: UInt32

    /// About a second of a computer: more than RFC 9106, 4 asks for with 64 megabytes, which telephones have.
    package static let standard = KeePassWork(passes: 10, kibibytes: 64 << 10, lanes: 2)
}
