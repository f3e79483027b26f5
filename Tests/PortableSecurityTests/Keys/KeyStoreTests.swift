import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import PortableSecurity
import Testing

/// Keys kept in a keychain, as programs for Apple's platforms keep them (item-semantics.md §6.2).
@Suite struct KeyStoreTests {
    private let tag = Data("com.example.keys.mykey".utf8)

    @Test func storesANewKeyAndFindsItByTag() throws {
        try isolated { _ in
            let attributes: [String: Any] = [
                kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrKeySizeInBits as String: 256,
                kSecPrivateKeyAttrs as String: [
                    kSecAttrIsPermanent as String: true,
                    kSecAttrApplicationTag as String: tag,
                ],
            ]
            var error: Unmanaged<CFError>?
            guard let privateKey = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
                throw error!.takeRetainedValue() as any Error
            }
            let query: [String: Any] = [
                kSecClass as String: kSecClassKey,
                kSecAttrApplicationTag as String: tag,
                kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
                kSecReturnRef as String: true,
            ]
            var item: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess)
            let found = item as! SecKey
            #expect(found == privateKey)
            #expect(keys([:]).count == 1)
        }
    }

    @Test func storesAKeyByReference() throws {
        try isolated { _ in
            let key = Fixture.serverKey
            let addition: [String: Any] = [
                kSecClass as String: kSecClassKey,
                kSecAttrApplicationTag as String: tag,
                kSecValueRef as String: key,
            ]
            #expect(SecItemAdd(addition as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(addition as CFDictionary, nil) == errSecDuplicateItem)
            let (_, bytes) = search(["class": kSecClassKey, "v_Ref": key, "r_Data": true])
            #expect(bytes as? Data == Fixture.serverKeyBytes)
            // The class of an object need not be said.
            #expect(keys([kSecValueRef: key]) == [key])
            #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == errSecSuccess)
            #expect(keys([:]).isEmpty)
        }
    }

    @Test func showsReferencesBesideAttributes() throws {
        try isolated { _ in
            let key = Fixture.serverKey
            let addition: [CFString: Any] = [
                kSecValueRef: key, kSecAttrApplicationTag: tag,
                kSecReturnRef: true, kSecReturnPersistentRef: true,
            ]
            var added: CFTypeRef?
            #expect(SecItemAdd(addition as CFDictionary, &added) == errSecSuccess)
            #expect((added as? [CFString: Any])?[kSecValueRef] as? SecKey == key)
            let (_, result) = search([
                "class": kSecClassKey, "r_Ref": true, "r_Attributes": true, "m_Limit": 5,
            ])
            let found = try #require((result as? [[CFString: Any]])?.first)
            #expect(found[kSecValueRef] as? SecKey == key)
            #expect(found[kSecClass] as? String == kSecClassKey as String)
            #expect(found[kSecAttrApplicationTag] as? Data == tag)
            #expect(found[kSecAttrKeyClass] as? Int == 1)
            #expect(found[kSecAttrKeyType] as? Int == 73)
            #expect(found[kSecValueData] == nil)
        }
    }

    @Test func storesBothHalvesOfAPair() throws {
        try isolated { _ in
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
                kSecAttrIsPermanent: true, kSecAttrLabel: "pair",
                kSecPublicKeyAttrs: [kSecAttrLabel: "public half"] as [CFString: Any],
            ]
            var publicKey: SecKey?
            var privateKey: SecKey?
            let status = SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey)
            #expect(status == errSecSuccess)
            #expect(keys([kSecAttrLabel: "pair"]) == [privateKey])
            #expect(keys([kSecAttrLabel: "public half"]) == [publicKey])
        }
    }

    @Test func storesNothingWhenOneHalfCannotBeStored() throws {
        try isolated { _ in
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                kSecAttrIsPermanent: true,
                kSecPrivateKeyAttrs: [kSecAttrAccessGroup: "not.mine"] as [CFString: Any],
            ]
            var error: Unmanaged<CFError>?
            #expect(SecKeyCreateRandomKey(parameters as CFDictionary, &error) == nil)
            expect(error, errSecMissingEntitlement)
            #expect(keys([:]).isEmpty)
        }
    }

    @Test func storesNothingUnasked() throws {
        try isolated { recorder in
            let values: [Any] = [false, 1, "true"]
            for permanent in values {
                let parameters: [CFString: Any] = [
                    kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                    kSecAttrIsPermanent: permanent,
                ]
                #expect(SecKeyCreateRandomKey(parameters as CFDictionary, nil) != nil)
            }
            #expect(recorder.requests.isEmpty)
        }
    }

    private func keys(_ conditions: [CFString: Any]) -> [SecKey] {
        var query = conditions
        query[kSecClass] = kSecClassKey
        query[kSecReturnRef] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var result: CFTypeRef?
        SecItemCopyMatching(query as CFDictionary, &result)
        return result as? [SecKey] ?? []
    }
}
