import AppleVocabulary
import Crypto
import DVESecurity
import Foundation
import KeeperRuns
import Testing

private typealias ECC = DVESecurity.Crypto.ECC

/// Keys of swift-crypto take part as they are.
@Suite(.throughEachKeeper) struct SwiftCryptoTests {
    @Test func privateKeysBecomeObjectsAndAreMadeOfThem() throws {
        func test<K: ECCPrivateKey & X963Convertible & SecKeyConvertible>(_ key: K) throws {
            #expect(key.secKeyAttributes.0 == .private(.ellipticCurve))
            #expect(try K(secKey: key.secKey).x963Representation == key.x963Representation)
            let half: ECC.PublicKey = key.publicKey()
            #expect(key.x963Representation.starts(with: half.x963Representation))
            try isolated {
                try Keychain.saveKey(key, withTag: "t")
                try Keychain.saveSynchronizableKey(key, withTag: "t")
                let found: [K?] = [
                    try Keychain.queryKey(withTag: "t"), try Keychain.queryKey(for: half),
                    try Keychain.querySynchronizableKey(withTag: "t"),
                ]
                #expect(found.allSatisfy { $0?.x963Representation == key.x963Representation })
                #expect(try Keychain.deleteKey(key, withTag: "t"))
                #expect(try Keychain.deleteSynchronizablePrivateKey(for: half, withTag: "t"))
            }
        }
        try test(P256.Signing.PrivateKey())
        try test(P256.KeyAgreement.PrivateKey())
        try test(P384.Signing.PrivateKey())
        try test(P384.KeyAgreement.PrivateKey())
        try test(P521.Signing.PrivateKey())
        try test(P521.KeyAgreement.PrivateKey())
    }

    @Test func publicKeysFindTheirPrivateHalves() throws {
        try isolated {
            let signing = P384.Signing.PrivateKey()
            let agreement = P521.KeyAgreement.PrivateKey()
            try Keychain.saveKey(signing, withTag: "t")
            try Keychain.saveKey(agreement, withTag: "t")
            let first: P384.Signing.PrivateKey? = try Keychain.queryKey(for: signing.publicKey)
            #expect(first?.rawRepresentation == signing.rawRepresentation)
            let second: P521.KeyAgreement.PrivateKey? = try Keychain.queryKey(
                for: agreement.publicKey,
                withTag: "t"
            )
            #expect(second?.rawRepresentation == agreement.rawRepresentation)
        }
    }

    @Test func signaturesFitOnBothSides() throws {
        let key = P256.Signing.PrivateKey()
        let message = Data("message".utf8)
        let algorithm = ECC.SignatureAlgorithm.ecdsaX962SHA256
        let ours = try ECC.sign(message, withKey: key, algorithm: algorithm)
        let signature = try P256.Signing.ECDSASignature(derRepresentation: ours)
        #expect(key.publicKey.isValidSignature(signature, for: message))
        let theirs: P256.Signing.ECDSASignature = try key.signature(for: message)
        let half: ECC.PublicKey = key.publicKey()
        #expect(
            try half.isValidSignature(
                theirs.derRepresentation,
                for: message,
                algorithm: algorithm
            )
        )
    }

    @Test func keysOnOtherCurvesAreRefused() throws {
        try isolated {
            try Keychain.saveKey(P384.Signing.PrivateKey(), withTag: "t")
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                let _: P256.Signing.PrivateKey? = try Keychain.queryKey(withTag: "t")
            }
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try P384.Signing.PrivateKey(secKey: rsaKeys[0].secKey)
            }
        }
    }

    @Test func secretKeysGoThroughTheirBytes() throws {
        let symmetric = SymmetricKey(size: .bits256)
        #expect(SymmetricKey(keyData: symmetric.keyData) == symmetric)
        #expect(symmetric.byteCount == 32)
        let signing = Curve25519.Signing.PrivateKey()
        let agreement = Curve25519.KeyAgreement.PrivateKey()
        #expect(signing.keyData.bytes == Array(signing.rawRepresentation))
        #expect(agreement.keyData.bytes == Array(agreement.rawRepresentation))
        let bytes = try Curve25519.KeyAgreement.PrivateKey(keyData: agreement.keyData)
        #expect(bytes.rawRepresentation == agreement.rawRepresentation)
        for count in [0, 31, 33] {
            let wrong = KeyData(byteCount: count) { _ in }
            #expect(throws: (any Error).self) {
                try Curve25519.Signing.PrivateKey(keyData: wrong)
            }
            #expect(throws: (any Error).self) {
                try Curve25519.KeyAgreement.PrivateKey(keyData: wrong)
            }
        }
    }
}
