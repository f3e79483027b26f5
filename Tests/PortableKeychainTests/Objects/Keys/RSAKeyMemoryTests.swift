import Testing

@testable import PortableKeychain

/// The time that a private RSA key stays parsed.
@Suite struct RSAKeyMemoryTests {
    @Test func endsWithTheKey() throws {
        weak var memory: RSAKeyMemory?
        let publicKey: KeyMaterial
        do {
            let key = try KeyMaterial(pem: .utf8(KnownKeys.rsa2048))
            publicKey = key.publicKey
            memory = (key.family as? RSAKeys)?.memory
            #expect(memory != nil)
            let algorithm = KeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
            let signatures = try (0..<3).map { _ in try key.sign([1], algorithm) }
            #expect(Set(signatures).count == 1)
            try publicKey.verify(signatures[0], of: [1], algorithm)
            // The public half has a memory of its own, in which no private key comes.
            #expect((publicKey.family as? RSAKeys)?.memory !== memory)
        }
        #expect(memory == nil)
    }

    /// Each key has its own: two keys never sign with one.
    @Test func belongsToOneKey() throws {
        let keys = try [KnownKeys.rsa2048, KnownKeys.rsa1024].map {
            try KeyMaterial(pem: .utf8($0))
        }
        let algorithm = KeyAlgorithm.rsaSignatureMessagePSSSHA256
        for _ in 0..<2 {
            for key in keys {
                try key.publicKey.verify(key.sign([1], algorithm), of: [1], algorithm)
                let sealed = try key.publicKey.encrypt(.bytes([2]), .rsaEncryptionOAEPSHA256)
                #expect(try key.decrypt(sealed, .rsaEncryptionOAEPSHA256).array == [2])
            }
        }
    }
}
