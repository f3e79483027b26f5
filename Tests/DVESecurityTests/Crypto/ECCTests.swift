import AppleVocabulary
import DVESecurity
import Foundation
import Testing

private let message = Data("message".utf8)

/// Keys on curves: what they sign, encrypt and refuse.
@Suite struct ECCTests {
    private static let curves: [Crypto.ECC.EllipticCurve] = [.p256, .p384, .p521]

    @Test(arguments: Crypto.ECC.SignatureAlgorithm.allCases, curves)
    func signs(
        algorithm: Crypto.ECC.SignatureAlgorithm,
        curve: Crypto.ECC.EllipticCurve
    ) throws {
        let key = try Crypto.ECC.PrivateKey(curve: curve)
        let other = try Crypto.ECC.PrivateKey(curve: curve)
        guard usesSystemCrypto || algorithm != .ecdsaX962SHA224 else {
            // No library hashes with it; given digests of its kind are signed.
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.sign)) {
                try key.signature(for: message, algorithm: algorithm)
            }
            let digest = Data(count: 28)
            let signature = try Crypto.ECC.signDigest(digest, withKey: key, algorithm: algorithm)
            #expect(!signature.isEmpty)
            return
        }
        let signature = try Crypto.ECC.sign(message, withKey: key, algorithm: algorithm)
        func fits(_ signature: Data, _ data: Data, _ signer: Crypto.ECC.PrivateKey) throws -> Bool {
            try Crypto.ECC.verifySignature(
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
        #expect(try !fits(Data([1, 2, 3]), message, key))
        #expect {
            try Crypto.ECC.signDigest(Data(count: 7), withKey: key, algorithm: algorithm)
        } throws: { ($0 as NSError).code == Int(errSecParam) }
    }

    /// No library here has P-192; the process continues.
    @Test func aCurveThatTheSystemLacksIsAnError() throws {
        #expect { try Crypto.ECC.PrivateKey(curve: .p192) } throws: {
            ($0 as NSError).code == Int(errSecParam)
        }
        let sizes = Crypto.ECC.CommonCurve.allCases.map {
            Crypto.ECC.PrivateKey(curve: $0).x963Representation.count
        }
        // The point, uncompressed, and the scalar.
        #expect(sizes == [1 + 3 * 32, 1 + 3 * 48, 1 + 3 * 66])
    }

    @Test func aSignedDigestIsASignedMessage() throws {
        // SHA-256 of the empty message (FIPS 180-4).
        let digest = Data([
            0xE3, 0xB0, 0xC4, 0x42, 0x98, 0xFC, 0x1C, 0x14, 0x9A, 0xFB, 0xF4, 0xC8, 0x99, 0x6F,
            0xB9,
            0x24, 0x27, 0xAE, 0x41, 0xE4, 0x64, 0x9B, 0x93, 0x4C, 0xA4, 0x95, 0x99, 0x1B, 0x78,
            0x52,
            0xB8, 0x55,
        ])
        let key = Crypto.ECC.PrivateKey(curve: .p256)
        let algorithm = Crypto.ECC.SignatureAlgorithm.ecdsaX962SHA256
        let signature = try Crypto.ECC.signDigest(digest, withKey: key, algorithm: algorithm)
        #expect(try key.publicKey().isValidSignature(signature, for: Data(), algorithm: algorithm))
    }

    @Test(arguments: Crypto.ECC.EncryptionAlgorithm.allCases, curves)
    func encrypts(
        algorithm: Crypto.ECC.EncryptionAlgorithm,
        curve: Crypto.ECC.EllipticCurve
    ) throws {
        let key = try Crypto.ECC.PrivateKey(curve: curve)
        let publicKey = key.publicKey()
        guard usesSystemCrypto || !"\(algorithm)".contains("SHA224") else {
            #expect(throws: Crypto.AsymmetricCryptoError.unsupportedOperation(.encrypt)) {
                try publicKey.encrypt(message, using: algorithm)
            }
            return
        }
        for text in [Data(), message, Data(repeating: 1, count: 1000)] {
            let cipher = try Crypto.ECC.encrypt(text, withKey: publicKey, algorithm: algorithm)
            #expect(try Crypto.ECC.decrypt(cipher, withKey: key, algorithm: algorithm) == text)
            let table: [(Crypto.ECC.PrivateKey, Data)] = [
                (try Crypto.ECC.PrivateKey(curve: curve), cipher), (key, cipher.dropLast()),
                (key, Data()), (key, Data([4, 1, 2])),
            ]
            for (key, cipher) in table {
                #expect { try key.decrypt(cipher, using: algorithm) } throws: {
                    ($0 as NSError).code == Int(errSecParam)
                }
            }
        }
    }

    @Test(arguments: zip(curves, [256, 384, 521]))
    func keysGoThroughTheirForms(curve: Crypto.ECC.EllipticCurve, size: Int) throws {
        let key = try Crypto.ECC.PrivateKey(curve: curve)
        let field = (size + 7) / 8
        let publicKey = key.publicKey()
        let bytes = publicKey.x963Representation
        #expect(bytes.count == 1 + 2 * field)
        #expect(key.x963Representation.count == 1 + 3 * field)
        #expect(key.x963Representation.starts(with: bytes))
        let ways: [Crypto.ECC.PublicKey] = [
            try .init(x963Representation: bytes), try .init(privateKey: key),
            try .init(secKey: publicKey.secKey),
            try Crypto.ECC.PrivateKey(x963Representation: key.x963Representation).publicKey(),
        ]
        #expect(ways.map(\.x963Representation) == Array(repeating: bytes, count: ways.count))
        #expect(key.debugDescription == "private EC key, \(size) bits")
        #expect(publicKey.debugDescription == "public EC key, \(size) bits")
    }

    @Test func otherKeysAndGarbageAreRefused() throws {
        let key = Crypto.ECC.PrivateKey(curve: .p256)
        for other in [rsaKeys[0].secKey, rsaKeys[0].publicKey().secKey, key.publicKey().secKey] {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Crypto.ECC.PrivateKey(secKey: other)
            }
        }
        for other in [rsaKeys[0].secKey, rsaKeys[0].publicKey().secKey, key.secKey] {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Crypto.ECC.PublicKey(secKey: other)
            }
        }
        var beside = key.x963Representation
        beside[40] ^= 1
        let table = [Data(), Data([4]), Data(count: 65), Data(count: 97), beside]
        for bytes in table + [key.x963Representation.dropLast(), rsaKeys[0].pkcs1Representation] {
            #expect(throws: (any Error).self) {
                try Crypto.ECC.PrivateKey(x963Representation: bytes)
            }
            #expect(throws: (any Error).self) {
                try Crypto.ECC.PublicKey(x963Representation: bytes)
            }
        }
    }
}
