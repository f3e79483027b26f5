import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// The form of keys of pairs as items, and their attributes.
@Suite(.throughEachKeeper) struct KeyItemTests {
    @Test func attributesAreStored() throws {
        try isolated {
            let key = Crypto.ECC.PrivateKey(curve: .p384)
            try Keychain.saveKey(
                key,
                withTag: "t",
                accessGroup: "team.shared",
                accessControl: .whenUnlockedThisDeviceOnly,
                label: "Signing"
            )
            let stored = try storedAttributes(.key)
            let expected: ItemAttributes = [
                .keyClass: .number(1), .type: .number(73), .keySizeInBits: .number(384),
                .applicationTag: .string("t"), .applicationLabel: .data(try sha1(key)),
                .label: .string("Signing"), .accessGroup: .string("team.shared"),
                .isPermanent: .number(1), .synchronizable: .number(0),
                .accessible: .string("aku"),
            ]
            for (key, value) in expected { #expect(stored[key] == value) }
        }
    }

    @Test(arguments: [
        (Keychain.SynchronizableItemAccessibility.always, "dk"), (.afterFirstUnlock, "ck"),
        (.whenUnlocked, "ak"),
    ])
    private func synchronizableKeysAreAccessibleAsSaid(
        accessibility: Keychain.SynchronizableItemAccessibility,
        stored: String
    ) throws {
        try isolated {
            try Keychain.saveSynchronizableKey(
                rsaKeys[0],
                withTag: "t",
                accessibility: accessibility,
                label: "L"
            )
            let attributes = try storedAttributes(.key)
            #expect(attributes[.accessible] == .string(stored))
            #expect(attributes[.synchronizable] == .number(1))
            #expect(attributes[.label] == .string("L"))
        }
    }

    @Test func newKeysAreStoredAsTheyAreMade() throws {
        try isolated {
            let curve = try Crypto.ECC.PrivateKey(curve: .p256, inKeychainWithTag: "t")
            let found: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "t")
            #expect(found?.x963Representation == curve.x963Representation)
            let rsa = try Crypto.RSA.PrivateKey(
                bitCount: 1024,
                inKeychainWithTag: "t",
                accessGroup: "team.shared"
            )
            let other: Crypto.RSA.PrivateKey? = try Keychain.queryKey(
                withTag: "t",
                accessGroup: "team.shared"
            )
            #expect(other?.pkcs1Representation == rsa.pkcs1Representation)
        }
    }

    @Test func keysThatCannotBeMadeLeaveNothing() throws {
        try isolated {
            #expect { try Crypto.ECC.PrivateKey(curve: .p192, inKeychainWithTag: "t") } throws: {
                ($0 as NSError).code == Int(errSecParam)
            }
            #expect { try Crypto.RSA.PrivateKey(bitCount: 100, inKeychainWithTag: "t") } throws: {
                ($0 as NSError).code == Int(errSecParam)
            }
            #expect(throws: KeychainError.itemSavingFailed(status: errSecMissingEntitlement)) {
                try Crypto.ECC.PrivateKey(
                    curve: .p256,
                    inKeychainWithTag: "t",
                    accessGroup: "unknown"
                )
            }
            let left = try Keychain.deleteAllItems(ofClass: .key)
            #expect(!left)
        }
    }

    @Test func keysAreFoundThatOthersStored() throws {
        try isolated {
            let key = Crypto.ECC.PrivateKey(curve: .p256)
            let query: [CFString: Any] = [
                kSecValueRef: key.secKey, kSecAttrApplicationTag: Data("tag".utf8),
            ]
            #expect(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
            let found: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "tag")
            #expect(found?.x963Representation == key.x963Representation)
        }
    }

    @Test func itemsThatAreNoKeyAreReported() throws {
        try isolated {
            try store(
                [1, 2, 3],
                .key,
                [.keyClass: .number(1), .type: .number(73), .applicationTag: .string("t")]
            )
            #expect(throws: KeychainError.resultError) {
                let _: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "t")
            }
        }
    }

    @Test func keysThatAreNotWhatTheirTypeSaysAreNotStored() throws {
        struct Liar: ECCPrivateKey, ConvertibleToSecKey {
            let secKey = rsaKeys[0].secKey
        }
        try isolated {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Keychain.saveKey(Liar(), withTag: "t")
            }
            let left = try Keychain.deleteAllItems(ofClass: .key)
            #expect(!left)
        }
    }

    @Test func keysSayWhatTheyAre() throws {
        let key = Crypto.ECC.PrivateKey(curve: .p521)
        let table: [(any ConvertibleToSecKey, SecKeyClass, Int)] = [
            (key, .private(.ellipticCurve), 521), (key.publicKey(), .public(.ellipticCurve), 521),
            (rsaKeys[0], .private(.rsa), 1024), (rsaKeys[0].publicKey(), .public(.rsa), 1024),
        ]
        for (key, keyClass, size) in table {
            let (found, attributes) = key.secKeyAttributes
            #expect(found == keyClass)
            #expect(attributes?.keySizeInBits == size)
            #expect(attributes?.effectiveKeySize == size)
            #expect(attributes?.applicationLabel?.count == 20)
            #expect(attributes?.applicationTag == nil)
            #expect(attributes?.isBackedBySecureEnclave == false)
        }
    }

    @Test func attributesAreReadFromDictionaries() {
        let full = SecKeyAttributes(secAttributes: [
            kSecAttrApplicationLabel as String: Data([1]), kSecAttrApplicationTag as String: "t",
            kSecAttrKeySizeInBits as String: 256, kSecAttrEffectiveKeySize as String: 128,
            kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave as String,
        ])
        #expect(full.applicationLabel == Data([1]))
        #expect(full.applicationTag == "t")
        #expect(full.keySizeInBits == 256)
        #expect(full.effectiveKeySize == 128)
        #expect(full.isBackedBySecureEnclave)
        let tag = [kSecAttrApplicationTag as String: Data("t".utf8)]
        #expect(SecKeyAttributes(secAttributes: tag).applicationTag == "t")
        let wrong = SecKeyAttributes(secAttributes: [
            kSecAttrApplicationLabel as String: "x", kSecAttrKeySizeInBits as String: "x",
        ])
        #expect(wrong.applicationLabel == nil)
        #expect(wrong.keySizeInBits == nil)
        #expect(wrong.tokenID == nil)
    }
}
