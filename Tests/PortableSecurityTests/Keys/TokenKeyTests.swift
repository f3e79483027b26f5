import Foundation
import KeychainTesting
import PortableKeychain
import PortableSecurity
import Testing

/// Keys with `kSecAttrTokenIDSecureEnclave`, which a token holds (item-semantics.md §6.9).
@Suite struct TokenKeyTests {
    private let user = ScriptedAuthenticator()
    private let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "com.example.door")
        configuration.token = SoftwareToken()
        configuration.authenticator = user
        keychain = try .inMemory(configuration)
    }

    private func parameters(
        _ own: [CFString: Any] = [:],
        type: CFString = kSecAttrKeyTypeECSECPrimeRandom,
        size: Int = 256
    ) -> CFDictionary {
        [
            kSecAttrKeyType: type, kSecAttrKeySizeInBits: size,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs: own,
        ] as [CFString: Any] as CFDictionary
    }

    private func stored(_ more: [CFString: Any] = [:]) -> [CFString: Any] {
        [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("t".utf8)]
            .merging(more) { $1 }
    }

    private func make(_ parameters: CFDictionary) throws -> SecKey {
        var error: Unmanaged<CFError>?
        let key = SecKeyCreateRandomKey(parameters, &error)
        if let error { throw error.takeRetainedValue() as any Error }
        return try #require(key)
    }

    /// The key of the tag, as another part of a program finds it.
    private func find() -> SecKey? {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrApplicationTag: Data("t".utf8),
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecReturnRef: true,
        ]
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
            return nil
        }
        return result as? SecKey
    }

    private let message = Data("message".utf8) as NSData

    @Test func signsDecryptsAndAgreesWhetherStoredOrNot() throws {
        try Keychain.withCurrent(keychain) {
            for own in [[:], stored()] {
                let key = try make(parameters(own))
                let publicKey = try #require(SecKeyCopyPublicKey(key))
                let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
                #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
                #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePSSSHA256))
                let signature = try #require(SecKeyCreateSignature(key, algorithm, message, nil))
                #expect(SecKeyVerifySignature(publicKey, algorithm, message, signature, nil))
                let sealing = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
                let sealed = try #require(
                    SecKeyCreateEncryptedData(publicKey, sealing, message, nil)
                )
                #expect(SecKeyIsAlgorithmSupported(key, .decrypt, sealing))
                #expect(SecKeyCreateDecryptedData(key, sealing, sealed, nil) == message)
                #expect(SecKeyGetBlockSize(key) == 32)
            }
            #expect(find() != nil)
        }
    }

    @Test func showsWhatAppleShows() throws {
        try Keychain.withCurrent(keychain) {
            let key = try make(parameters(stored()))
            let attributes = try #require(SecKeyCopyAttributes(key) as? [CFString: Any])
            #expect(attributes[kSecAttrTokenID] as? String == "com.apple.setoken")
            #expect(attributes[kSecAttrIsExtractable] as? Bool == false)
            #expect(attributes[kSecAttrWasNeverExtractable] as? Bool == true)
            #expect(attributes[kSecAttrKeySizeInBits] as? Int == 256)
            var error: Unmanaged<CFError>?
            #expect(SecKeyCopyExternalRepresentation(key, &error) == nil)
            expect(error, errSecUnimplemented)
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            #expect((SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)?.count == 65)
            #expect(find() == key)
        }
    }

    @Test func asksItsUserWhenItIsUsed() throws {
        let control = try #require(
            SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
                [.privateKeyUsage, .userPresence],
                nil
            )
        )
        try Keychain.withCurrent(keychain) {
            let key = try make(parameters(stored([kSecAttrAccessControl: control])))
            #expect(user.questions.isEmpty)
            let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
            var error: Unmanaged<CFError>?
            #expect(SecKeyCreateSignature(key, algorithm, message, &error) == nil)
            expect(error, errSecInteractionNotAllowed)
            user.reply([.confirmed])
            #expect(SecKeyCreateSignature(key, algorithm, message, nil) != nil)
            let other = try #require(find())
            user.reply([.canceled])
            #expect(SecKeyCreateSignature(other, algorithm, message, &error) == nil)
            expect(error, errSecUserCanceled)
            let unkept = parameters([kSecAttrAccessControl: control])
            #expect(SecKeyCreateRandomKey(unkept, &error) == nil)
            expect(error, errSecParam)
        }
    }

    @Test func refusesWhatIsNoKeyOfItsToken() throws {
        try Keychain.withCurrent(keychain) {
            let wrong: [(CFDictionary, OSStatus)] = [
                (parameters(type: kSecAttrKeyTypeRSA, size: 2048), errSecParam),
                (parameters(size: 384), errSecParam), (parameters(size: 0), errSecParam),
                (parameters([kSecAttrTokenID: "card"]), errSecUnimplemented),
            ]
            for (parameters, status) in wrong {
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateRandomKey(parameters, &error) == nil)
                expect(error, status)
            }
            var error: Unmanaged<CFError>?
            let memory = try #require(
                SecKeyCreateRandomKey(
                    [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
                        as [CFString: Any] as CFDictionary,
                    nil
                )
            )
            let bytes = try #require(SecKeyCopyExternalRepresentation(memory, nil))
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ]
            #expect(SecKeyCreateWithData(bytes, attributes as CFDictionary, &error) == nil)
            expect(error, errSecUnimplemented)
            let additions: [([CFString: Any], OSStatus)] = [
                ([kSecValueRef: memory], errSecUnimplemented),
                ([kSecValueData: bytes, kSecAttrKeyClass: "1"], errSecUnimplemented),
                (
                    [kSecValueRef: try make(parameters()), "toid" as CFString: Data([1])],
                    errSecNoSuchAttr
                ),
            ]
            for (addition, status) in additions {
                let whole: [CFString: Any] = [
                    kSecClass: kSecClassKey, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                ]
                let query = whole.merging(addition) { $1 } as CFDictionary
                #expect(SecItemAdd(query, nil) == status)
            }
            #expect(find() == nil)
        }
    }

    @Test func storesBothHalvesOfAPair() throws {
        try Keychain.withCurrent(keychain) {
            let halves: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPrivateKeyAttrs: stored(), kSecPublicKeyAttrs: stored(),
            ]
            var (publicKey, privateKey): (SecKey?, SecKey?)
            let status = SecKeyGeneratePair(halves as CFDictionary, &publicKey, &privateKey)
            #expect(status == errSecSuccess)
            #expect(find() == privateKey)
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPublic,
                kSecReturnRef: true, kSecReturnAttributes: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? [CFString: Any])
            #expect(found[kSecValueRef] as? SecKey == publicKey)
            #expect(found[kSecAttrTokenID] as? String ?? "" == "")
        }
    }
}
