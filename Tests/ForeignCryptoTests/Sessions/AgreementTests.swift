import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import Testing

/// Sessions whose secrets are encrypted on the bus.
@Suite(.enabled(if: OakleyAgreement() != nil, "the system has no OpenSSL 3"))
struct AgreementTests {
    private let secret = SecretBytes(utf8: "s3cret")

    @Test func bothSidesDeriveTheSameKey() throws {
        let ours = try #require(OakleyAgreement())
        let theirs = try #require(OakleyAgreement())
        let sealed = try #require(ours.sessionCipher(with: theirs.publicValue))
            .seal(secret, entropy: .system)
        let cipher = try #require(theirs.sessionCipher(with: ours.publicValue))
        let opened = try #require(cipher.open(sealed.ciphertext, vector: sealed.vector))
        #expect(opened.matches(secret))
        #expect(cipher.open(sealed.ciphertext, vector: []) == nil)
        #expect(cipher.open(Array(sealed.ciphertext.dropLast()), vector: sealed.vector) == nil)
    }

    /// Some programs leave out zeroes in front of their value, and some put one there as its sign.
    @Test func valuesOfAnyLengthAreTheSame() throws {
        let ours = try #require(OakleyAgreement())
        let short: [UInt8] = [0x12, 0x34]
        let sealed = try #require(ours.sessionCipher(with: short)).seal(secret, entropy: .system)
        for zeroes in [1, 126, 127] {
            let peer = [UInt8](repeating: 0, count: zeroes) + short
            let cipher = try #require(ours.sessionCipher(with: peer))
            #expect(cipher.open(sealed.ciphertext, vector: sealed.vector)?.matches(secret) == true)
        }
    }

    @Test(
        arguments: [
            ("nothing", []), ("0", [0]), ("1", [0, 1]),
            ("p - 1", AgreementTests.prime.dropLast() + [0xFE]),
            ("p", AgreementTests.prime),
            ("too long", [1] + [UInt8](repeating: 0, count: 128)),
        ] as [(String, [UInt8])]
    )
    func valuesThatGiveTheResultAwayAreRefused(_ name: String, _ peer: [UInt8]) throws {
        #expect(try #require(OakleyAgreement()).sessionCipher(with: peer) == nil)
    }

    /// RFC 2409, 6.2, as it is printed there.
    private static let prime: [UInt8] = {
        let digits = """
            FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74\
            020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437\
            4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED\
            EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF
            """
        return stride(from: 0, to: digits.count, by: 2).compactMap { start in
            UInt8(digits.dropFirst(start).prefix(2), radix: 16)
        }
    }()
}
