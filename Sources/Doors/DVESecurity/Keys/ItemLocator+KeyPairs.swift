internal import AppleVocabulary
internal import Foundation
@_spi(Keepers) internal import PortableKeychain

// Keys of pairs in the keychain.

extension ItemLocator {
    /// Locates keys of pairs.
    ///
    /// - Parameters:
    ///   - keyClass: The half of a pair, and its family.
    ///   - tag: The name by which a program finds its key; `nil` for any.
    ///   - publicKeySHA1: SHA-1 of the public half; `nil` for any.
    ///   - accessGroup: The group they are in.
    ///   - scope: Whether they are synchronizable.
    /// - Returns: The locator.
    static func keys(
        _ keyClass: SecKeyClass,
        _ tag: String?,
        _ publicKeySHA1: Data? = nil,
        in accessGroup: String,
        _ scope: SynchronizationScope = .local
    ) -> ItemLocator {
        var attributes = keyClass.attributes
        // A string, as the tag is for the original; searches compare its bytes.
        attributes[.applicationTag] = tag.map { .string($0) }
        attributes[.applicationLabel] = publicKeySHA1.map { .data($0) }
        return ItemLocator(.key, attributes, in: accessGroup, scope)
    }

    /// A search for the only such key.
    ///
    /// - Parameter authentication: The way to ask the user.
    /// - Returns: A search that throws ``KeychainError/resultError`` for an item that is not a key,
    ///   and any error of the type of the key for one of another kind.
    func key<K: CreateableFromSecKey>(
        _ authentication: Authentication = Authentication()
    ) -> ItemSearch<K?> {
        one(.reference, authentication) { item in
            guard case .key(let key) = item.object else { throw KeychainError.resultError }
            return try K(secKey: key.secKey())
        }
    }

    /// The same, as a caller wants to be asked.
    func key<K: CreateableFromSecKey>(
        _ authentication: Keychain.QueryAuthentication
    ) -> ItemSearch<K?> {
        key(Authentication(authentication))
    }

    /// Stores a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - protection: The condition under which it can be read.
    ///   - label: The name shown in lists.
    ///   - authentication: The way to ask the user.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)``, ``Crypto/KeyError/invalidSecKey`` for
    ///   a key of another type.
    func save<K: ConvertibleToSecKey & DefinesSecKeyClass>(
        _ key: K,
        _ protection: Protection,
        label: String?,
        _ authentication: Authentication = Authentication()
    ) throws {
        let material = try KeyMaterial(key.secKey.expecting(K.secKeyClass))
        try save(nil, object: .key(material), protection, label: label, authentication)
    }
}
