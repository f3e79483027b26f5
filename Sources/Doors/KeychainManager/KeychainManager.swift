public import Foundation
internal import ItemDictionaries
public import PortableKeychain

/// Values of your own as items of a keychain, encoded as JSON.
///
/// ```swift
/// struct Token: Codable {
///     var value: String
/// }
///
/// try KeychainManager.shared.saveItem(Token(value: "t0ken"), itemClass: .generic, key: "api")
/// let token: Token = try KeychainManager.shared.retrieveItem(ofClass: .generic, key: "api")
/// ```
///
/// An item is found by its class, its key (`kSecAttrAccount`) and whatever attributes are given
/// beside them; two services with one key need `kSecAttrService` in all calls.
public final class KeychainManager: Sendable {
    /// Attributes by Apple's names (`kSecAttr…`).
    public typealias ItemAttributes = [CFString: Any]

    /// The manager of the current keychain (`PortableKeychain.Keychain.current`).
    public static let shared = KeychainManager(keychain: nil)

    private let keychain: Keychain?

    private init(keychain: Keychain?) { self.keychain = keychain }

    /// Creates a manager of a specific keychain, for code that accepts a manager.
    ///
    /// - Parameter keychain: The keychain, such as one in memory.
    public convenience init(keychain: Keychain) { self.init(keychain: .some(keychain)) }

    /// Encodes a value and stores it as a new item.
    ///
    /// - Parameters:
    ///   - item: The value.
    ///   - itemClass: The class; certificates, keys and identities take no such values, and say so.
    ///   - key: The account.
    ///   - attributes: More attributes of the item.
    /// - Throws: ``KeychainError/duplicateItem`` when there is one already,
    ///   ``KeychainError/incorrectAttributeForClass`` when an attribute says something else than
    ///   the class, the key or the value, another ``KeychainError``, or any error of the encoding.
    public func saveItem<T: Encodable>(
        _ item: T,
        itemClass: ItemClass,
        key: String,
        attributes: ItemAttributes? = nil
    ) throws {
        let data = try JSONEncoder().encode(item)
        var dictionary = try query(itemClass, key, attributes)
        dictionary[kSecValueData as String] = data
        try asking { keychain throws(PortableKeychain.KeychainError) in
            try keychain.addItem(dictionary)
        }
    }

    /// Finds an item and decodes its value.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - key: The account.
    ///   - attributes: Additional conditions on the item.
    /// - Returns: The value; of several items, that of the oldest.
    /// - Throws: ``KeychainError/itemNotFound``, ``KeychainError/invalidData`` for an item without
    ///   a value, another ``KeychainError``, or any error of the decoding.
    public func retrieveItem<T: Decodable>(
        ofClass itemClass: ItemClass,
        key: String,
        attributes: ItemAttributes? = nil
    ) throws -> T {
        let dictionary = try query(itemClass, key, attributes)
        let found = try asking { keychain throws(PortableKeychain.KeychainError) in
            try keychain.items(matching: dictionary)
        }
        guard let item = found.first else { throw KeychainError.itemNotFound }
        guard let data = item[kSecValueData as String] as? Data else {
            throw KeychainError.invalidData
        }
        return try JSONDecoder().decode(T.self, from: data)
    }

    /// Encodes a value and puts it in place of an item's old one.
    ///
    /// - Parameters:
    ///   - item: The value.
    ///   - itemClass: The class.
    ///   - key: The account.
    ///   - attributes: Additional conditions on the item; they are not changed.
    /// - Throws: ``KeychainError/itemNotFound``, another ``KeychainError``, or any error of the
    ///   encoding.
    public func updateItem<T: Encodable>(
        with item: T,
        ofClass itemClass: ItemClass,
        key: String,
        attributes: ItemAttributes? = nil
    ) throws {
        let data = try JSONEncoder().encode(item)
        let dictionary = try query(itemClass, key, attributes)
        try asking { keychain throws(PortableKeychain.KeychainError) in
            try keychain.updateItems(matching: dictionary, to: [kSecValueData as String: data])
        }
    }

    /// Deletes every item that is like this.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - key: The account.
    ///   - attributes: Additional conditions on the items.
    /// - Throws: ``KeychainError/itemNotFound``, or another ``KeychainError``.
    public func deleteItem(
        ofClass itemClass: ItemClass,
        key: String,
        attributes: ItemAttributes? = nil
    ) throws {
        let dictionary = try query(itemClass, key, attributes)
        try asking { keychain throws(PortableKeychain.KeychainError) in
            try keychain.deleteItems(matching: dictionary)
        }
    }

    /// The attributes that identify an item; other attributes are added and never replace them.
    private func query(
        _ itemClass: ItemClass,
        _ key: String,
        _ attributes: ItemAttributes?
    ) throws(KeychainError) -> [String: Any] {
        let own = [
            kSecClass as String: itemClass.rawValue as String, kSecAttrAccount as String: key,
        ]
        var query: [String: Any] = own
        for (name, value) in attributes ?? [:] {
            let name = name as String
            guard name != kSecValueData as String, own[name] == nil || own[name] == value as? String
            else { throw .incorrectAttributeForClass }
            query[name] = value
        }
        return query
    }

    private func asking<R>(
        _ body: (Keychain) throws(PortableKeychain.KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(PortableKeychain.KeychainError) {
            let keychain = if let keychain { keychain } else { try Keychain.current }
            return try body(keychain)
        } catch {
            throw KeychainError(error.status)
        }
    }
}
