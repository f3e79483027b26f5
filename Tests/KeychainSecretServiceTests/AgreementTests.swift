import PortableKeychain
import Testing

@Suite struct AgreementTests {
    @Test func bothSidesDeriveTheSameKey() throws {
        let ours = try #require(OakleyAgreement())
        let theirs = try #require(OakleyAgreement())
        let secret = SecretBytes(utf8: "s3cret")
        let sealed = try #require(ours.sessionCipher(with: theirs.publicValue))
            .seal(secret, entropy: .system)
        let cipher = try #require(theirs.sessionCipher(with: ours.publicValue))
        let opened = try #require(cipher.open(sealed.ciphertext, vector: sealed.vector))
        #expect(opened.matches(secret))
    }
}
