@testable import ForeignCrypto
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// NaCl's `crypto_box`, against another implementation.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct MessageBoxTests {
    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }

    private static func box(_ secret: String, to other: String) -> MessageBox? {
        MessageBox(to: bytes(other), entropy: KeychainEntropy { $0.copyBytes(from: bytes(secret)) })
    }

    private static let ann = (
        secret: "77076d0a7318a57d3c16c17251b26645df4c2c87ebc0992ab177fba51db92c2a",
        key: "de633eafb455c610316d71d882199f999d8f40ba09cb300a898ae10d46a53f5f"
    )
    private static let bob = (
        secret: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
        key: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    )
    private static let nonce = bytes("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    private static let text = "The eagle has landed."

    /// By PyNaCl 1.5.0.
    @Test func sealsAsOthersDo() throws {
        let ann = try #require(Self.box(Self.ann.secret, to: Self.bob.key))
        let bob = try #require(Self.box(Self.bob.secret, to: Self.ann.key))
        #expect(ann.publicKey == Self.bytes(Self.ann.key))
        let sealed = try #require(ann.seal(SecretBytes(utf8: Self.text), nonce: Self.nonce))
        #expect(
            sealed
                == Self.bytes(
                    "ba8fcd09dd8c94a76be677046b8502228666b6acbc5b3bf78643fc782846497d4cf7650318"
                )
        )
        let opened = try #require(bob.open(sealed, nonce: Self.nonce))
        #expect(opened.matches(SecretBytes(utf8: Self.text)))
    }

    /// A changed byte, another nonce, other keys, and what is too short are no messages.
    @Test func refusesWhatOthersSealed() throws {
        let ann = try #require(Self.box(Self.ann.secret, to: Self.bob.key))
        let bob = try #require(Self.box(Self.bob.secret, to: Self.ann.key))
        let carol = try #require(Self.box(Self.ann.key, to: Self.ann.key))
        let sealed = try #require(ann.seal(SecretBytes(utf8: Self.text), nonce: Self.nonce))
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(bob.open(changed, nonce: Self.nonce) == nil, "\(place)")
        }
        var other = Self.nonce
        other[23] ^= 1
        #expect(bob.open(sealed, nonce: other) == nil)
        #expect(carol.open(sealed, nonce: Self.nonce) == nil)
        for count in 0..<16 { #expect(bob.open(Array(sealed[..<count]), nonce: Self.nonce) == nil) }
        for nonce in [[], Array(Self.nonce.dropLast()), Self.nonce + [0]] {
            #expect(ann.seal(SecretBytes(utf8: Self.text), nonce: nonce) == nil)
            #expect(bob.open(sealed, nonce: nonce) == nil)
        }
        let empty = try #require(ann.seal(SecretBytes([]), nonce: Self.nonce))
        #expect(bob.open(empty, nonce: Self.nonce)?.isEmpty == true)
    }

    /// Keys of another length, and those that make every shared key the same.
    @Test func refusesKeysThatHideNothing() {
        let keys = [
            [], Array(repeating: 0, count: 32), [1] + Array(repeating: 0, count: 31),
            Array(Self.bytes(Self.bob.key).dropLast()), Self.bytes(Self.bob.key) + [0],
        ]
        for key in keys { #expect(MessageBox(to: key, entropy: .system) == nil, "\(key)") }
    }

    @Test func isNotThereWithoutTheLibrary() {
        MessageBox.$allowsLibrary.withValue(false) {
            #expect(Self.box(Self.ann.secret, to: Self.bob.key) == nil)
        }
    }
}
