@testable import ForeignCrypto
import Testing

@testable import PortableKeychain

/// The ciphers and derivations of password databases, against other implementations.
@Suite struct DatabaseCipherTests {
    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }

    private static let secret = SecretBytes(0..<32)

    /// The results of argon2-cffi 25.1.0.
    @Test(
        .enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"),
        arguments: [
            (
                PasswordStretching.Argon2.Kind.argon2d, PasswordStretching.Argon2.Version.first,
                "87f50a96ff13df7daf566f39fc506a7f37d9b19f11c88f22154e68f29c827967"
            ),
            (.argon2d, .second, "0791ef807abbe041b1d0c722cdcd47e6781d5c07366bc2415ed79b1f3bb6b705"),
            (.argon2id, .first, "095c291d5f10c4ef51307307f190d477ddb7d4c9e65cb989328c7a65785a8c2b"),
            (
                .argon2id, .second,
                "aa2027ebc0db34b5b236a780d0cbf1ddd5237197794bbb4f8b4d4c44ce77daa4"
            ),
        ]
    )
    func stretchesByArgon2(
        _ kind: PasswordStretching.Argon2.Kind,
        _ version: PasswordStretching.Argon2.Version,
        _ expected: String
    ) throws {
        let stretching = PasswordStretching.argon2(
            .init(
                kind,
                version: version,
                passes: 2,
                kibibytes: 64,
                lanes: 2,
                salt: Array("somesalt".utf8)
            )
        )
        let key = try #require(stretching.stretched(Self.secret))
        #expect(key.matches(SecretBytes(Self.bytes(expected))))
        PasswordStretching.$allowsArgon2.withValue(false) {
            #expect(!stretching.isPresent && stretching.stretched(Self.secret) == nil)
        }
    }

    /// The results of pycryptodomex 3.24.2, one block after the other; 4,096 rounds are done at
    /// once.
    @Test(arguments: [
        (1, "cc90ad15c134f62626e42e128d9ec14cd0f8a74dd38ee7b09847ff1ad4551258"),
        (4096, "f699c1e3df28681b8aaea8cf3801db19417634f152b6390d2a37bac9769089cf"),
        (5000, "550793086a7dbaea6829a93f420cc2a4a5892f0bf3ed7334d9c697b390ee9680"),
    ])
    func stretchesByAES(_ rounds: Int, _ expected: String) throws {
        let stretching = PasswordStretching.aes(seed: Array(32..<64), rounds: rounds)
        let key = try #require(stretching.stretched(Self.secret))
        #expect(key.matches(SecretBytes(Self.bytes(expected))))
        #expect(stretching.stretched(SecretBytes([1])) == nil)
    }

    /// RFC 8439, A.1: the first two blocks for a key and a nonce of zeroes.
    private static let stream = bytes(
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            + "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
            + "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            + "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    )

    /// Each text takes the next part of the stream, for all lengths of the texts.
    @Test(arguments: [[128], [1, 127], [64, 64], [63, 0, 2, 63], [10, 100, 18]])
    func takesTheStreamInParts(_ lengths: [Int]) throws {
        var stream = try #require(
            DatabaseStream(
                .chaCha20,
                key: SecretBytes([UInt8](repeating: 0, count: 32)),
                nonce: [UInt8](repeating: 0, count: 12)
            )
        )
        var taken: [UInt8] = []
        for length in lengths {
            let part = stream.apply(to: SecretBytes([UInt8](repeating: 0, count: length)))
            taken += part?.withUnsafeBytes { Array($0) } ?? []
        }
        #expect(taken == Self.stream)
    }

    /// The first vector of eSTREAM's set 1 for 256 bits: its blocks 0 and 3, and parts of them.
    @Test(
        .enabled(if: DatabaseStream.Kind.salsa20.isPresent, "needs libsodium.so.23 (libsodium23)")
    )
    func takesSalsa20InParts() throws {
        let key = SecretBytes([0x80] + [UInt8](repeating: 0, count: 31))
        let nonce = [UInt8](repeating: 0, count: 8)
        var stream = try #require(DatabaseStream(.salsa20, key: key, nonce: nonce))
        var taken: [UInt8] = []
        for length in [1, 63, 100, 28, 64] {
            let part = stream.apply(to: SecretBytes([UInt8](repeating: 0, count: length)))
            taken += part?.withUnsafeBytes { Array($0) } ?? []
        }
        #expect(Array(taken.prefix(64)) == Self.salsa20.first)
        #expect(Array(taken.suffix(64)) == Self.salsa20.last)
        DatabaseStream.$allowsSalsa20.withValue(false) {
            #expect(stream.apply(to: key) == nil)
        }
    }

    private static let salsa20 = [
        "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"
            + "b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117",
        "57be81f47b17d9ae7c4ff15429a73e10acf250ed3a90a93c711308a74c6216a9"
            + "ed84cd126da7f28e8abf8bb63517e1ca98e712f4fb2e1a6aed9fdc73291faa17",
    ].map(bytes)

    @Test func refusesOtherLengths() {
        let (key, short) = (
            SecretBytes([UInt8](repeating: 0, count: 32)),
            SecretBytes([UInt8](repeating: 0, count: 31))
        )
        for cipher in [DatabaseCipher.aes, .chaCha20] {
            let vector = [UInt8](repeating: 0, count: cipher.vectorLength)
            #expect(cipher.decrypt([1, 2, 3], key: short, vector: vector) == nil)
            #expect(cipher.decrypt([1, 2, 3], key: key, vector: vector + [0]) == nil)
        }
        // Neither a whole block nor a padding.
        let vector = [UInt8](repeating: 0, count: 16)
        #expect(DatabaseCipher.aes.decrypt([], key: key, vector: vector) == nil)
        #expect(DatabaseCipher.aes.decrypt([1, 2, 3], key: key, vector: vector) == nil)
        #expect(DatabaseCipher.aes.decrypt(vector, key: key, vector: vector) == nil)
    }
}
