import Testing

@testable import PortableKeychain

/// Names of algorithms, and the operations of each key (item-semantics.md §6.3).
@Suite struct KeyAlgorithmTests {
    @Test func namesAllOnce() {
        #expect(KeyAlgorithm.allCases.count == 92)
        #expect(Set(KeyAlgorithm.allCases).count == KeyAlgorithm.allCases.count)
        for algorithm in KeyAlgorithm.allCases {
            #expect(KeyScheme(algorithm) != nil, "\(algorithm.rawValue)")
        }
    }

    @Test(
        arguments: [
            (
                KeyAlgorithm.rsaSignatureMessagePSSSHA256,
                "algid:sign:RSA:message-PSS:SHA256:SHA256:32"
            ),
            (.rsaSignatureDigestPKCS1v15Raw, "algid:sign:RSA:digest-PKCS1v15"),
            (.ecdsaSignatureDigestX962, "algid:sign:ECDSA:digest-X962"),
            (.ecdsaSignatureMessageRFC4754SHA512, "algid:sign:ECDSA:message-RFC4754:SHA512"),
            (.rsaEncryptionOAEPSHA1AESGCM, "algid:encrypt:RSA:OAEP:SHA1:AESGCM"),
            (
                .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
                "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV"
            ),
            (.ecdhKeyExchangeStandard, "algid:keyexchange:ECDH"),
            (.ecdhKeyExchangeCofactorX963SHA384, "algid:keyexchange:ECDHC:KDFX963:SHA384"),
        ]
    )
    func spellsAsApple(algorithm: KeyAlgorithm, name: String) {
        #expect(algorithm.rawValue == name)
    }

    /// The names that the parts make are Apple's, and each is that of the parts.
    @Test func composesNamesOfApple() {
        for hash in KeyHash.allCases {
            let algorithms: [KeyAlgorithm] = [
                .ecdsa(hash), .ecdsa(hash, of: .digest), .ecdsa(hash, as: .rfc4754),
                .ecdsa(hash, of: .digest, as: .rfc4754), .rsaPSS(hash),
                .rsaPSS(hash, of: .digest), .rsaPKCS1(hash), .rsaPKCS1(hash, of: .digest),
                .rsaOAEP(hash), .rsaOAEPWithAESGCM(hash), .ecies(hash), .ecdh(hash),
            ]
            #expect(Set(algorithms).isSubset(of: KeyAlgorithm.allCases), "\(hash)")
            #expect(Set(algorithms).count == algorithms.count)
        }
        #expect(KeyAlgorithm.ecdsa(.sha256) == .ecdsaSignatureMessageX962SHA256)
        #expect(
            KeyAlgorithm.ecdsa(.sha512, of: .digest, as: .rfc4754)
                == .ecdsaSignatureDigestRFC4754SHA512
        )
        #expect(KeyAlgorithm.rsaPSS(.sha384) == .rsaSignatureMessagePSSSHA384)
        #expect(
            KeyAlgorithm.rsaPKCS1(.sha1, of: .digest) == .rsaSignatureDigestPKCS1v15SHA1
        )
        #expect(KeyAlgorithm.rsaOAEP(.sha256) == .rsaEncryptionOAEPSHA256)
        #expect(KeyAlgorithm.rsaOAEPWithAESGCM(.sha256) == .rsaEncryptionOAEPSHA256AESGCM)
        #expect(
            KeyAlgorithm.ecies(.sha256) == .eciesEncryptionStandardVariableIVX963SHA256AESGCM
        )
        #expect(KeyAlgorithm.ecies(.sha1) == .eciesEncryptionStandardX963SHA1AESGCM)
        #expect(KeyAlgorithm.ecdh(.sha224) == .ecdhKeyExchangeStandardX963SHA224)
        #expect(KeyAlgorithm.ecdh == .ecdhKeyExchangeStandard)
    }

    @Test(
        arguments: [
            "", "algid", "algid:sign:RSA", "algid:sign:RSA:", "algid:sign:RSA:raw:SHA1",
            "algid:sign:RSA:message-PKCS1v15", "algid:sign:RSA:digest-PKCS1v15:MD5",
            "algid:sign:RSA:digest-PSS:SHA256:SHA1:32",
            "algid:sign:RSA:digest-PSS:SHA256:SHA256:20",
            "algid:sign:RSA:digest-PSS:SHA256", "algid:sign:ECDSA", "algid:sign:ECDSA:message-X962",
            "algid:sign:ECDSA:RFC4754:SHA1", "algid:sign:ECDSA:digest-X962:SHA1:SHA1",
            "algid:encrypt:RSA:OAEP", "algid:encrypt:RSA:OAEP:SHA1:AESCBC",
            "algid:encrypt:RSA:PKCS1:",
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM-KDFIV",
            "algid:encrypt:ECIES:DH:KDFX963:SHA1:AESGCM", "algid:encrypt:ECIES:ECDH",
            "algid:keyexchange:ECDH:", "algid:keyexchange:ECDH:KDFX963", "algid:keyexchange:DH",
            "ALGID:sign:RSA:raw", " algid:sign:RSA:raw", "algid:kem:ML-KEM:",
        ]
    )
    func knowsNoOtherName(name: String) throws {
        let algorithm = KeyAlgorithm(rawValue: name)
        #expect(KeyScheme(algorithm) == nil)
        for key in TestKeys.all.values {
            for operation in KeyOperation.allCases { #expect(!key.supports(operation, algorithm)) }
            #expect(cause { _ = try key.sign([1], algorithm) } == .invalidParameter)
        }
    }

    /// The number of algorithms that each half supports with the system's OpenSSL, by operation.
    @Test(
        .enabled(if: SystemCrypto.isPresent, "needs libcrypto.so.3"),
        arguments: [
            // 2 raw + 5 hashes × (digest, message) × (PKCS #1, PSS); private keys report both.
            ("rsa2048", [22, 22, 0, 12, 0, 0, 0], [0, 22, 12, 12, 0, 0, 0]),
            // 1024 bits are too few for PSS and OAEP with SHA-512.
            ("rsa1024", [20, 20, 0, 10, 0, 0, 0], [0, 20, 10, 10, 0, 0, 0]),
            // (1 old + 2 plain + 2 × 5 digests + 2 × 5 messages); 2 × (5 + 4); 2 × (1 + 5).
            ("p256", [23, 0, 0, 18, 12, 0, 0], [0, 23, 18, 0, 0, 0, 0]),
            ("x25519", [0, 0, 0, 18, 12, 0, 0], [0, 0, 18, 0, 0, 0, 0]),
        ] as [(String, [Int], [Int])]
    )
    func supportsWithOpenSSL(name: String, ofPrivate: [Int], ofPublic: [Int]) throws {
        try supports(name: name, ofPrivate: ofPrivate, ofPublic: ofPublic, withOpenSSL: true)
    }

    /// The number of algorithms that each half supports without it.
    @Test(
        arguments: [
            // 4 hashes × (digest, message) × (PKCS #1, PSS); private keys report both.
            ("rsa2048", [16, 16, 0, 5, 0, 0, 0], [0, 16, 5, 5, 0, 0, 0]),
            // 1024 bits are too few for PSS with SHA-512.
            ("rsa1024", [14, 14, 0, 5, 0, 0, 0], [0, 14, 5, 5, 0, 0, 0]),
            ("rsa512", [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]),
            // (1 old + 2 plain + 2 × 5 digests + 2 × 4 messages); 2 × (4 + 3); 2 × (1 + 4).
            ("p256", [21, 0, 0, 14, 10, 0, 0], [0, 21, 14, 0, 0, 0, 0]),
            ("p384", [21, 0, 0, 14, 10, 0, 0], [0, 21, 14, 0, 0, 0, 0]),
            ("p521", [21, 0, 0, 14, 10, 0, 0], [0, 21, 14, 0, 0, 0, 0]),
            ("ed25519", [1, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0]),
            ("x25519", [0, 0, 0, 14, 10, 0, 0], [0, 0, 14, 0, 0, 0, 0]),
            ("mlkem768", [0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1, 0]),
            ("mldsa65", [1, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0]),
        ] as [(String, [Int], [Int])]
    )
    func supports(name: String, ofPrivate: [Int], ofPublic: [Int]) throws {
        try supports(name: name, ofPrivate: ofPrivate, ofPublic: ofPublic, withOpenSSL: false)
    }

    private func supports(
        name: String,
        ofPrivate: [Int],
        ofPublic: [Int],
        withOpenSSL isAllowed: Bool
    ) throws {
        let key = try TestKeys.key(name)
        for (half, expected) in [(key, ofPrivate), (key.publicKey, ofPublic)] {
            let counts = SystemCrypto.$isAllowed.withValue(isAllowed) {
                KeyOperation.allCases.map { operation in
                    KeyAlgorithm.allCases.filter { half.supports(operation, $0) }.count
                }
            }
            #expect(counts == expected, "\(half)")
        }
    }

    /// An operation that a key supports works, and every other one is refused in the documented
    /// way.
    @Test(arguments: TestKeys.names.filter { $0 != "rsa2048" && $0 != "p521" })
    func doesWhatItSupports(name: String) throws {
        try checkWhatItSupports(name)
        try SystemCrypto.$isAllowed.withValue(false) { try checkWhatItSupports(name) }
    }

    private func checkWhatItSupports(_ name: String) throws {
        let key = try TestKeys.key(name)
        for algorithm in KeyAlgorithm.allCases {
            for half in [key, key.publicKey] {
                for operation in KeyOperation.allCases {
                    let refusal = cause { try attempt(operation, algorithm, half) }
                    let works = half.supports(operation, algorithm)
                    let isReported = operation.keyClass != half.keyClass
                    #expect(
                        (refusal == nil) == (works && !isReported),
                        "\(operation) \(algorithm.rawValue)"
                    )
                    let refusals: [KeychainError.Code] = [.invalidParameter, .unimplemented]
                    #expect(refusal.map(refusals.contains) ?? true)
                }
            }
        }
    }

    @Test(
        arguments: [
            ("rsa512", .sign, .rsaSignatureMessagePKCS1v15SHA1),
            ("rsa2048", KeyOperation.sign, KeyAlgorithm.rsaSignatureRaw),
            ("rsa2048", .sign, .rsaSignatureDigestPKCS1v15Raw),
            ("rsa2048", .sign, .rsaSignatureMessagePKCS1v15SHA224),
            ("rsa2048", .sign, .rsaSignatureDigestPSSSHA224),
            ("rsa2048", .encrypt, .rsaEncryptionRaw),
            ("rsa2048", .encrypt, .rsaEncryptionOAEPSHA224),
            ("rsa2048", .encrypt, .rsaEncryptionOAEPSHA512AESGCM),
            ("p256", .sign, .ecdsaSignatureMessageX962SHA224),
            ("p256", .encrypt, .eciesEncryptionStandardX963SHA224AESGCM),
            ("p256", .keyExchange, .ecdhKeyExchangeCofactorX963SHA224),
        ]
    )
    func saysWhatIsMissing(name: String, operation: KeyOperation, algorithm: KeyAlgorithm) throws {
        let key = try TestKeys.key(name)
        let half = operation.keyClass == .privateKey ? key : key.publicKey
        SystemCrypto.$isAllowed.withValue(false) {
            #expect(!half.supports(operation, algorithm))
            let refusal = #expect(throws: KeychainError(.unimplemented)) {
                try attempt(operation, algorithm, half)
            }
            #expect(refusal?.reason.contains("Install it") == true)
        }
    }

    /// Carries an operation out with input that fits.
    private func attempt(
        _ operation: KeyOperation,
        _ algorithm: KeyAlgorithm,
        _ key: KeyMaterial
    ) throws {
        let input = Self.input(algorithm)
        switch operation {
        case .sign: _ = try key.sign(input, algorithm)
        case .verify:
            // Any signature: a wrong one shows that the operation was carried out.
            do { try key.verify([1, 2, 3], of: input, algorithm) } catch KeychainError.Code
                .verificationFailed
            {}
        case .encrypt: _ = try key.encrypt(.bytes(input), algorithm)
        case .decrypt:
            let ciphertext = try key.publicKey.encrypt(.bytes(input), algorithm)
            let expected = algorithm == .rsaEncryptionRaw ? key.block(of: input) : input
            #expect(try key.decrypt(ciphertext, algorithm).array == expected)
        case .keyExchange:
            _ = try key.keyExchange(algorithm, with: key.publicKey, requestedSize: 32)
        case .encapsulate: _ = try key.encapsulate(algorithm)
        case .decapsulate:
            let sent = try key.publicKey.encapsulate(algorithm)
            #expect(
                try key.decapsulate(sent.ciphertext, algorithm).array == sent.sharedSecret.array
            )
        }
    }

    private static func input(_ algorithm: KeyAlgorithm) -> [UInt8] {
        switch KeyScheme(algorithm) {
        case .rsaSignature(_, .digest, let hash), .ecdsa(_, .digest, let hash):
            [UInt8](repeating: 7, count: hash?.length ?? 20)
        default: [1, 2, 3]
        }
    }
}

extension KeyMaterial {
    /// A number as long as the key: the result of decryption by RSA without padding.
    fileprivate func block(of number: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: (sizeInBits + 7) / 8 - number.count) + number
    }
}
