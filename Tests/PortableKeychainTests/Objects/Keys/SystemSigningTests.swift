import Testing

@testable import PortableKeychain

/// RSA signatures are the same, or valid, whether the system's OpenSSL makes them or swift-crypto.
struct SystemSigningTests {
    private let message = Array("message".utf8)

    @Test(arguments: [
        KeyAlgorithm.rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA256,
        .rsaSignatureMessagePKCS1v15SHA384, .rsaSignatureMessagePKCS1v15SHA512,
    ])
    func signsTheSameInBothWays(_ algorithm: KeyAlgorithm) throws {
        let key = try KeyMaterial.generate(.rsa(bits: 2048))
        let withOpenSSL = try key.sign(message, algorithm)
        let without = try SystemCrypto.$isAllowed.withValue(false) {
            try key.sign(message, algorithm)
        }
        #expect(withOpenSSL == without)
        // The key that is kept is not used up.
        #expect(try key.sign(message, algorithm) == without)
    }

    @Test func signsWithSaltInBothWays() throws {
        let algorithm = KeyAlgorithm.rsaSignatureMessagePSSSHA256
        let key = try KeyMaterial.generate(.rsa(bits: 2048))
        for isAllowed in [true, false, true] {
            let signature = try SystemCrypto.$isAllowed.withValue(isAllowed) {
                try key.sign(message, algorithm)
            }
            for way in [true, false] {
                try SystemCrypto.$isAllowed.withValue(way) {
                    try key.publicKey.verify(signature, of: message, algorithm)
                }
            }
        }
    }

    @Test func signsInSeveralThreads() async throws {
        let algorithm = KeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        let key = try KeyMaterial.generate(.rsa(bits: 2048))
        let expected = try key.sign(message, algorithm)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try key.sign(message, algorithm) } }
            for try await signature in group { #expect(signature == expected) }
        }
    }

    @Test func refusesWhatIsNotAKey() {
        #expect(SystemRSA.KeptKey(SecretBytes(utf8: "no key")) == nil)
    }
}
