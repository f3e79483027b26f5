import Foundation
import PortableSecurity
import Testing

/// A manager of one named key pair, as wrappers for Apple's platforms write it.
private struct KeyPairManager {
    enum Failure: Error {
        case underlying(any Error)
        case status(OSStatus)
        case inconsistent
    }

    let publicLabel: String
    let privateLabel: String

    func generate() throws -> (publicKey: SecKey, privateKey: SecKey) {
        var cfError: Unmanaged<CFError>?
        guard
            let control = SecAccessControlCreateWithFlags(
                kCFAllocatorDefault,
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                [],
                &cfError
            )
        else { throw failure(cfError) }
        let parameters: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [
                kSecAttrLabel as String: privateLabel,
                kSecAttrIsPermanent as String: true,
                kSecAttrAccessControl as String: control,
            ],
        ]
        guard let privateKey = SecKeyCreateRandomKey(parameters as CFDictionary, &cfError) else {
            throw failure(cfError)
        }
        guard let publicKey = SecKeyCopyPublicKey(privateKey) else { throw Failure.inconsistent }
        let addition: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrLabel as String: publicLabel,
            kSecValueRef as String: publicKey,
        ]
        let status = SecItemAdd(addition as CFDictionary, nil)
        guard status == errSecSuccess else { throw Failure.status(status) }
        return (publicKey, privateKey)
    }

    func key(_ keyClass: CFString, _ label: String) throws -> SecKey {
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrKeyClass as String: keyClass,
            kSecAttrLabel as String: label,
            kSecReturnRef as String: true,
        ]
        var raw: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &raw)
        guard status == errSecSuccess, let result = raw else { throw Failure.status(status) }
        // swift-format-ignore: NeverForceUnwrap
        return result as! SecKey
    }

    func remove() throws {
        for label in [publicLabel, privateLabel] {
            let query: [String: Any] = [
                kSecClass as String: kSecClassKey, kSecAttrLabel as String: label,
            ]
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw Failure.status(status)
            }
        }
    }

    func sign(_ digest: Data) throws -> Data {
        var error: Unmanaged<CFError>?
        let result = SecKeyCreateSignature(
            try key(kSecAttrKeyClassPrivate, privateLabel),
            .ecdsaSignatureDigestX962SHA256,
            digest as CFData,
            &error
        )
        guard let signature = result else { throw failure(error) }
        return signature as Data
    }

    func verify(_ signature: Data, of digest: Data) throws -> Bool {
        var error: Unmanaged<CFError>?
        let publicKey = try key(kSecAttrKeyClassPublic, publicLabel)
        let isValid = SecKeyVerifySignature(
            publicKey,
            .ecdsaSignatureDigestX962SHA256,
            digest as CFData,
            signature as CFData,
            &error
        )
        if let error = error?.takeRetainedValue() {
            if CFErrorGetCode(error) == Int(errSecVerifyFailed) { return false }
            throw Failure.underlying(error)
        }
        return isValid
    }

    private func failure(_ error: Unmanaged<CFError>?) -> Failure {
        guard let error = error?.takeRetainedValue() else { return .inconsistent }
        return .underlying(error as any Error)
    }
}

/// Code in the manner of wrappers around keys compiles and works unchanged.
@Suite struct KeyPairWrapperTests {
    private let manager = KeyPairManager(publicLabel: "sign.public", privateLabel: "sign.private")

    @Test func managesAPair() throws {
        try isolated { _ in
            let pair = try manager.generate()
            #expect(try manager.key(kSecAttrKeyClassPublic, "sign.public") == pair.publicKey)
            #expect(try manager.key(kSecAttrKeyClassPrivate, "sign.private") == pair.privateKey)
            let digest = Data(repeating: 9, count: 32)
            let signature = try manager.sign(digest)
            #expect(try manager.verify(signature, of: digest))
            #expect(try !manager.verify(signature, of: Data(repeating: 8, count: 32)))
            try manager.remove()
            try manager.remove()
            #expect(throws: KeyPairManager.Failure.self) {
                _ = try manager.key(kSecAttrKeyClassPublic, "sign.public")
            }
        }
    }

    @Test func distinguishesResultsByTheirNumbers() throws {
        try isolated { _ in
            _ = try manager.generate()
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let list = try #require(result)
            #expect(CFGetTypeID(list) == CFArrayGetTypeID())
            let keys = list as! [SecKey]
            #expect(keys.count == 2)
            #expect(keys.allSatisfy { CFGetTypeID($0) == SecKeyGetTypeID() })
        }
    }
}
