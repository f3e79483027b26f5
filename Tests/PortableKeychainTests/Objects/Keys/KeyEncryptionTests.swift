import Testing

@testable import PortableKeychain

/// Encryption (item-semantics.md §6.3 and §6.4).
@Suite struct KeyEncryptionTests {
    static let samples: [(String, KeyAlgorithm)] = [
        ("rsa2048", .rsaEncryptionPKCS1), ("rsa2048", .rsaEncryptionOAEPSHA1),
        ("rsa2048", .rsaEncryptionOAEPSHA256), ("rsa2048", .rsaEncryptionOAEPSHA1AESGCM),
        ("rsa1024", .rsaEncryptionOAEPSHA256AESGCM),
        ("p256", .eciesEncryptionStandardX963SHA1AESGCM),
        ("p256", .eciesEncryptionCofactorVariableIVX963SHA256AESGCM),
        ("p384", .eciesEncryptionStandardVariableIVX963SHA384AESGCM),
        ("p521", .eciesEncryptionCofactorX963SHA512AESGCM),
        ("x25519", .eciesEncryptionStandardX963SHA256AESGCM),
        ("x25519", .eciesEncryptionStandardVariableIVX963SHA512AESGCM),
    ]

    @Test(arguments: samples)
    func encrypts(name: String, algorithm: KeyAlgorithm) throws {
        let key = try TestKeys.key(name)
        var secrets: [[UInt8]] = [[], [0], KnownAnswers.message]
        if algorithm.rawValue.contains("AESGCM") {
            secrets.append(.init(repeating: 5, count: 9999))
        }
        for secret in secrets {
            let ciphertext = try key.publicKey.encrypt(.bytes(secret), algorithm)
            #expect(try key.publicKey.encrypt(.bytes(secret), algorithm) != ciphertext)
            #expect(try key.decrypt(ciphertext, algorithm).array == secret)
        }
    }

    @Test(arguments: KnownAnswers.ciphertexts)
    func decryptsOpenSSL(answer: KnownAnswers.Answer) throws {
        let algorithm = KeyAlgorithm(rawValue: answer.word)
        let key = try TestKeys.key(answer.key)
        #expect(try key.decrypt(answer.bytes, algorithm).array == KnownAnswers.message)
        // Standard and cofactor agreement are the same.
        guard answer.word.contains("ECIES") else { return }
        let cofactor = answer.word.split(separator: ":")
            .map { $0 == "ECDH" ? "ECDHC" : String($0) }.joined(separator: ":")
        #expect(
            try key.decrypt(answer.bytes, KeyAlgorithm(rawValue: cofactor)).array
                == KnownAnswers.message
        )
    }

    @Test func hasAllAnswers() { #expect(KnownAnswers.ciphertexts.count == 21) }

    /// Any changed byte, anything cut off or added: one answer.
    @Test(arguments: samples)
    func refusesWhatWasChanged(name: String, algorithm: KeyAlgorithm) throws {
        // Padding of PKCS #1 v1.5 authenticates nothing: a change may give another secret.
        guard algorithm != .rsaEncryptionPKCS1 else { return }
        let key = try TestKeys.key(name)
        let good = try key.publicKey.encrypt(.bytes(KnownAnswers.message), algorithm)
        var wrong: [[UInt8]] = [
            [], [4], Array(good.dropLast()), good + [0], [0] + good, Array(good.dropLast(16)),
            Array(good.suffix(16)), Array(good.reversed()),
        ]
        for place in stride(from: 0, to: good.count, by: max(1, good.count / 12)) {
            // X25519 ignores the highest bit of a point, which is in its last byte.
            wrong.append(good.enumerated().map { $0 == place ? $1 ^ 1 : $1 })
        }
        for bytes in wrong {
            #expect(cause { _ = try key.decrypt(bytes, algorithm) } == .invalidParameter)
        }
        #expect(
            cause { _ = try TestKeys.other(name).decrypt(good, algorithm) } == .invalidParameter
        )
    }

    /// Both texts of a failed decryption are the same, wherever it failed.
    @Test func givesNoHints() throws {
        let key = try TestKeys.key("p256")
        let algorithm = KeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
        let good = try key.publicKey.encrypt(.bytes([1]), algorithm)
        var reasons: [String] = []
        for place in [5, good.count - 1, 66] {
            do throws(KeychainError) {
                _ = try key.decrypt(
                    good.enumerated().map { $0 == place ? $1 ^ 1 : $1 },
                    algorithm
                )
            } catch { reasons.append(error.reason) }
        }
        #expect(reasons.count == 3)
        #expect(Set(reasons).count == 1)
    }

    /// The overheads of RFC 8017, 7.
    @Test(
        arguments: [
            ("rsa2048", .rsaEncryptionPKCS1, 245), ("rsa2048", .rsaEncryptionOAEPSHA1, 214),
            ("rsa2048", .rsaEncryptionOAEPSHA256, 190), ("rsa1024", .rsaEncryptionOAEPSHA256, 62),
        ] as [(String, KeyAlgorithm, Int)]
    )
    func knowsItsLimit(name: String, algorithm: KeyAlgorithm, limit: Int) throws {
        let key = try TestKeys.key(name)
        let most = [UInt8](repeating: 1, count: limit)
        #expect(
            try key.decrypt(key.publicKey.encrypt(.bytes(most), algorithm), algorithm).array == most
        )
        #expect(
            cause { _ = try key.publicKey.encrypt(.bytes(most + [1]), algorithm) }
                == .invalidParameter
        )
    }

    @Test(
        arguments: [
            ("p256", .eciesEncryptionStandardX963SHA256AESGCM, 65 + 16),
            ("p521", .eciesEncryptionStandardX963SHA256AESGCM, 133 + 16),
            ("x25519", .eciesEncryptionStandardX963SHA256AESGCM, 32 + 16),
            ("rsa2048", .rsaEncryptionOAEPSHA1AESGCM, 256 + 16),
        ] as [(String, KeyAlgorithm, Int)]
    )
    func addsAFixedLength(name: String, algorithm: KeyAlgorithm, overhead: Int) throws {
        let key = try TestKeys.key(name).publicKey
        for length in [0, 1, 100] {
            let secret = SecretBytes.bytes(.init(repeating: 0, count: length))
            #expect(try key.encrypt(secret, algorithm).count == length + overhead)
        }
    }
}
