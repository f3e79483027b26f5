import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import Testing

private let message = Data("message".utf8)

/// Whether the system's OpenSSL, or Apple's own functions, offer what swift-crypto lacks.
let usesSystemCrypto = SecKeyIsAlgorithmSupported(rsaKeys[0].secKey, .sign, .rsaSignatureRaw)

/// RSA keys: what they sign, encrypt and refuse.
@Suite(.throughEachKeeper) struct RSATests {
    private let key = rsaKeys[0]
    private let other = rsaKeys[1]

    @Test(arguments: Crypto.RSA.MessageSignatureAlgorithm.allCases)
    func signsMessages(algorithm: Crypto.RSA.MessageSignatureAlgorithm) throws {
        let withSystem: [Crypto.RSA.MessageSignatureAlgorithm] =
            usesSystemCrypto ? [] : [.pkcs1v15SHA224, .pssSHA224]
        guard !(withSystem + [.pssSHA512]).contains(algorithm) else {
            // SHA-224 comes from the system, and a key of 1024 bits is too short for the last.
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.sign)) {
                try key.signature(for: message, algorithm: algorithm)
            }
            return
        }
        let signature = try Crypto.RSA.sign(message, withKey: key, algorithm: algorithm)
        func fits(_ signature: Data, _ data: Data, _ signer: Crypto.RSA.PrivateKey) throws -> Bool {
            try Crypto.RSA.verifySignature(
                signature,
                of: data,
                withKey: signer.publicKey(),
                algorithm: algorithm
            )
        }
        #expect(try fits(signature, message, key))
        #expect(try !fits(signature, message + [0], key))
        #expect(try !fits(signature, message, other))
        #expect(try !fits(signature.dropLast(), message, key))
        #expect(try !fits(Data(), message, key))
    }

    @Test(arguments: Crypto.RSA.DigestSignatureAlgorithm.allCases)
    func signsDigests(algorithm: Crypto.RSA.DigestSignatureAlgorithm) throws {
        let withSystem: [Crypto.RSA.DigestSignatureAlgorithm] =
            usesSystemCrypto ? [] : [.pkcs1v15Raw, .pkcs1v15SHA224, .pssSHA224]
        let missing = withSystem + [.pssSHA512]
        let lengths = ["SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64]
        let length = lengths.first { "\(algorithm)".hasSuffix($0.key) }?.value ?? 20
        let digest = Data(repeating: 5, count: length)
        guard !missing.contains(algorithm) else {
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.sign)) {
                try key.digestSignature(for: digest, algorithm: algorithm)
            }
            return
        }
        let signature = try Crypto.RSA.signDigest(digest, withKey: key, algorithm: algorithm)
        let table = [(digest, true), (Data(repeating: 6, count: length), false)]
        for (digest, fits) in table {
            #expect(
                try Crypto.RSA.verifyDigestSignature(
                    signature,
                    of: digest,
                    withKey: key.publicKey(),
                    algorithm: algorithm
                ) == fits
            )
        }
        // Without the name of a digest, any length is right.
        if algorithm == .pkcs1v15Raw { return }
        #expect { try key.digestSignature(for: digest + [0], algorithm: algorithm) } throws: {
            ($0 as NSError).code == Int(errSecParam)
        }
    }

    @Test(arguments: Crypto.RSA.EncryptionAlgorithm.allCases)
    func encrypts(algorithm: Crypto.RSA.EncryptionAlgorithm) throws {
        let here: [Crypto.RSA.EncryptionAlgorithm] = [
            .pkcs1, .oaepSHA1, .oaepSHA256, .oaepSHA1AESGCM, .oaepSHA256AESGCM,
        ]
        let withSystem: [Crypto.RSA.EncryptionAlgorithm] = [
            .raw, .oaepSHA224, .oaepSHA384, .oaepSHA224AESGCM, .oaepSHA384AESGCM,
        ]
        let publicKey = key.publicKey()
        guard (usesSystemCrypto ? here + withSystem : here).contains(algorithm) else {
            // A key of 1024 bits is too short for SHA-512.
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.encrypt)) {
                try publicKey.encrypt(Data(), using: algorithm)
            }
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.decrypt)) {
                try key.decrypt(Data(count: 128), using: algorithm)
            }
            return
        }
        let most = publicKey.maxPlainTextLength(for: algorithm)
        #expect(most == algorithm.maxPlainTextLength(for: key))
        for length in [0, 1, most ?? 1000] {
            let text = Data(repeating: 1, count: length)
            let cipher = try Crypto.RSA.encrypt(text, withKey: publicKey, algorithm: algorithm)
            let opened = try Crypto.RSA.decrypt(cipher, withKey: key, algorithm: algorithm)
            guard algorithm != .raw else {
                // A number as long as the key, which any key decrypts to something.
                #expect(opened == Data(count: 128 - text.count) + text)
                continue
            }
            #expect(opened == text)
            #expect { try other.decrypt(cipher, using: algorithm) } throws: {
                ($0 as NSError).code == Int(errSecParam)
            }
        }
        if let most {
            #expect(throws: Crypto.RSAError.invalidDataLength) {
                try publicKey.encrypt(Data(count: most + 1), using: algorithm)
            }
            #expect(throws: Crypto.RSAError.invalidDataLength) {
                try key.decrypt(Data(count: key.blockSize + 1), using: algorithm)
            }
        }
    }

    @Test func capacitiesAreThoseOfTheStandard() {
        let table: [(Crypto.RSA.EncryptionAlgorithm, Int?)] = [
            (.raw, 128), (.pkcs1, 117), (.oaepSHA1, 86), (.oaepSHA224, 70), (.oaepSHA256, 62),
            (.oaepSHA384, 30), (.oaepSHA512, 0), (.oaepSHA1AESGCM, nil), (.oaepSHA512AESGCM, nil),
        ]
        for (algorithm, length) in table {
            #expect(key.maxPlainTextLength(for: algorithm) == length)
        }
        #expect(key.blockSize == 128)
    }

    @Test func keysGoThroughTheirForms() throws {
        let publicKey = key.publicKey()
        let bytes = publicKey.pkcs1Representation
        let ways: [Crypto.RSA.PublicKey] = [
            try .init(pkcs1Representation: bytes),
            try .init(x509Representation: publicKey.x509Representation),
            try .init(privateKey: key),
            try .init(secKey: publicKey.secKey),
            try Crypto.RSA.PrivateKey(pkcs1Representation: key.pkcs1Representation).publicKey(),
        ]
        #expect(ways.map(\.pkcs1Representation) == Array(repeating: bytes, count: ways.count))
        // SubjectPublicKeyInfo with rsaEncryption (RFC 3279, 2.3.1) around the PKCS #1 bytes.
        let algorithm: [UInt8] = [6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]
        #expect(publicKey.x509Representation.suffix(bytes.count) == bytes)
        #expect(publicKey.x509Representation.range(of: Data(algorithm)) != nil)
        #expect(try key.secKeyExternalRepresentation() == key.pkcs1Representation)
    }

    @Test func otherKeysAndGarbageAreRefused() throws {
        let curve = Crypto.ECC.PrivateKey(curve: .p256)
        for key in [curve.secKey, curve.publicKey().secKey, key.publicKey().secKey] {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Crypto.RSA.PrivateKey(secKey: key)
            }
        }
        for key in [curve.secKey, curve.publicKey().secKey, key.secKey] {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Crypto.RSA.PublicKey(secKey: key)
            }
        }
        let own = key.pkcs1Representation
        for bytes in [Data(), Data([1, 2, 3]), own.dropLast(), curve.x963Representation] {
            #expect(throws: (any Error).self) {
                try Crypto.RSA.PrivateKey(pkcs1Representation: bytes)
            }
            #expect(throws: (any Error).self) {
                try Crypto.RSA.PublicKey(pkcs1Representation: bytes)
            }
            #expect(throws: (any Error).self) {
                try Crypto.RSA.PublicKey(x509Representation: bytes)
            }
        }
        for size in [0, -1, 512, 1025, 1 << 20] {
            #expect(throws: (any Error).self) { try Crypto.RSA.PrivateKey(bitCount: size) }
        }
    }

    @Test func nothingPrintsTheBytes() {
        #expect(key.debugDescription == "private RSA key, 1024 bits")
        #expect(key.publicKey().debugDescription == "public RSA key, 1024 bits")
    }

    @Test func aTypeOfPKCS1IsEnoughForItsPublicHalf() throws {
        let half: Half = Whole(key).publicKey()
        #expect(half.pkcs1Representation == key.publicKey().pkcs1Representation)
        try isolated {
            try Keychain.saveKey(key, withTag: "t")
            let found: Crypto.RSA.PrivateKey? = try Keychain.queryKey(for: half)
            #expect(found != nil)
            #expect(try Keychain.deleteKey(Whole(key), withTag: "t"))
        }
    }

    /// Keys of others that know PKCS #1 alone.
    private struct Whole: RSAPrivateKey, PKCS1Convertible {
        let pkcs1Representation: Data
        let blockSize = 0

        init(_ key: Crypto.RSA.PrivateKey) { pkcs1Representation = key.pkcs1Representation }
        init(bitCount: Int) throws { self.init(try .init(bitCount: bitCount)) }
        init(pkcs1Representation: some ContiguousBytes) throws {
            self.pkcs1Representation = pkcs1Representation.withUnsafeBytes { Data($0) }
        }
        func maxPlainTextLength(for algorithm: Crypto.RSA.EncryptionAlgorithm) -> Int? { nil }
    }

    private struct Half: RSAPublicKey, PKCS1Convertible {
        let pkcs1Representation: Data
        let blockSize = 0

        init(pkcs1Representation: some ContiguousBytes) throws {
            self.pkcs1Representation = pkcs1Representation.withUnsafeBytes { Data($0) }
        }
        func maxPlainTextLength(for algorithm: Crypto.RSA.EncryptionAlgorithm) -> Int? { nil }
    }
}
