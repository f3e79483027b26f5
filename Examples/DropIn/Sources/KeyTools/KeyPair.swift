import Foundation
import Security

/// A pair of keys whose private half stays in the keychain, under a tag.
public struct KeyPair {
    /// A kind of key.
    public enum Kind {
        /// A curve, for signatures, agreements and ECIES.
        case ellipticCurve(bits: Int)
        /// RSA.
        case rsa(bits: Int)

        var type: CFString {
            switch self {
            case .ellipticCurve: kSecAttrKeyTypeECSECPrimeRandom
            case .rsa: kSecAttrKeyTypeRSA
            }
        }

        var bits: Int {
            switch self {
            case .ellipticCurve(let bits), .rsa(let bits): bits
            }
        }
    }

    /// The half that stays.
    public let privateKey: SecKey
    /// The half for others.
    public let publicKey: SecKey

    private init(_ privateKey: SecKey) throws {
        guard let publicKey = SecKeyCopyPublicKey(privateKey) else {
            throw KeyToolsError.noPublicKey
        }
        self.privateKey = privateKey
        self.publicKey = publicKey
    }

    /// Makes a pair and keeps it.
    public static func generate(_ kind: Kind, tag: String) throws -> KeyPair {
        let access = try attempt {
            SecAccessControlCreateWithFlags(
                kCFAllocatorDefault,
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                [],
                $0
            )
        }
        let attributes: NSDictionary = [
            kSecAttrKeyType: kind.type,
            kSecAttrKeySizeInBits: kind.bits,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true,
                kSecAttrApplicationTag: Data(tag.utf8),
                kSecAttrAccessControl: access,
            ] as [CFString: Any],
        ]
        return try KeyPair(attempt { SecKeyCreateRandomKey(attributes, $0) })
    }

    /// The pair that was kept.
    public static func load(tag: String) throws -> KeyPair? {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrApplicationTag: Data(tag.utf8),
            kSecReturnRef: true,
        ]
        var item: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &item) {
        case errSecSuccess:
            guard let item, CFGetTypeID(item) == SecKeyGetTypeID() else {
                throw KeyToolsError.unexpectedItem
            }
            // `as?` warns on Apple's platforms, where a class of Core Foundation always converts.
            // swift-format-ignore: NeverForceUnwrap
            return try KeyPair(item as! SecKey)
        case errSecItemNotFound: return nil
        case let status: throw KeyToolsError.status(status)
        }
    }

    /// Forgets the pair.
    @discardableResult
    public static func delete(tag: String) -> Bool {
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrApplicationTag as String: Data(tag.utf8),
        ]
        return SecItemDelete(query as CFDictionary) == errSecSuccess
    }
}
