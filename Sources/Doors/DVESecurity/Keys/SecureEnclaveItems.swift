internal import AppleVocabulary
internal import Foundation
internal import PortableKeychain

/// Handles of keys in a Secure Enclave, as items.
///
/// The library keeps keys as bytes, which these have not. So they go through Apple's functions as
/// they are, which on Linux ask the current keychain.
struct SecureEnclaveItems {
    private var query: [CFString: Any]

    /// Locates handles.
    ///
    /// - Parameters:
    ///   - tag: The name by which a program finds its key; `nil` for any.
    ///   - publicKeySHA1: SHA-1 of the public half; `nil` for any.
    ///   - accessGroup: The group they are in.
    init(tag: String?, publicKeySHA1: Data? = nil, in accessGroup: String) {
        query = [
            kSecClass: kSecClassKey,
            kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrKeyType: SecKeyType.ellipticCurve.name,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrAccessGroup] = Keychain.name(ofAccessGroup: accessGroup)
        query[kSecAttrApplicationTag] = tag
        query[kSecAttrApplicationLabel] = publicKeySHA1
    }

    /// A search for the only such key.
    func key<K: CreateableFromSecKey>(
        _ authentication: Keychain.QueryAuthentication
    ) -> ItemSearch<K?> {
        var query = query
        query[kSecMatchLimit] = 2
        query[kSecReturnRef] = true
        query[kSecUseAuthenticationContext] = authentication.authenticationContext
        // By their values: Apple has deprecated some of the names, not what they do.
        switch authentication.userInterface {
        case .allow(let prompt): query["u_OpPrompt" as CFString] = prompt()
        case .disallow: query["u_AuthUI" as CFString] = "u_AuthUIF"
        case .skip: query["u_AuthUI" as CFString] = "u_AuthUIS"
        }
        // It is not shared, and it is not changed later.
        nonisolated(unsafe) let dictionary = query as CFDictionary
        return ItemSearch { keychain in
            try PortableKeychain.Keychain.withCurrent(keychain) {
                let keys = try Self.keys(matching: dictionary)
                guard keys.count < 2 else { throw KeychainError.ambiguousQueryResult }
                return try keys.first.map { try K(secKey: $0) }
            }
        }
    }

    /// Stores the handle of a key.
    ///
    /// - Throws: ``KeychainError/itemSavingFailed(status:)``, ``Crypto/KeyError/invalidSecKey`` for
    ///   a key that is not in a Secure Enclave.
    func save(
        _ key: SecKey,
        _ control: Keychain.AccessControl,
        label: String?,
        _ context: LAContext?
    ) throws {
        guard key.isInSecureEnclave else { throw Crypto.KeyError.invalidSecKey }
        var addition = query
        addition[kSecValueRef] = key
        addition[kSecAttrIsPermanent] = true
        addition[kSecAttrAccessControl] = try control.makeObject()
        addition[kSecAttrLabel] = label
        addition[kSecUseAuthenticationContext] = context
        let status = SecItemAdd(addition as CFDictionary, nil)
        guard status == errSecSuccess else { throw KeychainError.itemSavingFailed(status: status) }
    }

    /// Removes all such handles.
    ///
    /// - Returns: Whether there were any.
    func delete() throws -> Bool {
        switch SecItemDelete(query as CFDictionary) {
        case errSecSuccess: true
        case errSecItemNotFound: false
        case let status: throw KeychainError.itemDeletionFailed(status: status)
        }
    }

    private static func keys(matching query: CFDictionary) throws -> [SecKey] {
        var result: CFTypeRef?
        switch SecItemCopyMatching(query, &result) {
        case errSecSuccess: break
        case errSecItemNotFound: return []
        case let status: throw KeychainError.itemQueryFailed(status: status)
        }
        return try (result as? [AnyObject] ?? []).map { object in
            guard CFGetTypeID(object) == SecKeyGetTypeID() else { throw KeychainError.resultError }
            return unsafeDowncast(object, to: SecKey.self)
        }
    }
}
