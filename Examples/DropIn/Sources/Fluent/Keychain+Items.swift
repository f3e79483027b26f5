import Foundation
import Security

extension Keychain {
    // MARK: - Reading

    /// The text under a key.
    public func get(_ key: String) throws -> String? { try getString(key) }

    /// The text under a key.
    public func getString(_ key: String) throws -> String? {
        guard let data = try getData(key) else { return nil }
        guard let string = String(data: data, encoding: .utf8) else { throw Status.decode }
        return string
    }

    /// The bytes under a key.
    public func getData(_ key: String) throws -> Data? {
        var query = options.query(key: key)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = kCFBooleanTrue
        var result: AnyObject?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess:
            guard let data = result as? Data else { throw Status.unexpected }
            return data
        case errSecItemNotFound: return nil
        case let status: throw Status(status: status)
        }
    }

    /// The result of a closure that gets everything known under a key.
    public func get<T>(_ key: String, handler: (Attributes?) -> T) throws -> T {
        var query = options.query(key: key)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = kCFBooleanTrue
        query[kSecReturnAttributes as String] = kCFBooleanTrue
        query[kSecReturnRef as String] = kCFBooleanTrue
        query[kSecReturnPersistentRef as String] = kCFBooleanTrue
        var result: AnyObject?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess:
            guard let attributes = result as? [String: Any] else { throw Status.unexpected }
            return handler(Attributes(attributes: attributes))
        case errSecItemNotFound: return handler(nil)
        case let status: throw Status(status: status)
        }
    }

    /// Whether there is something under a key.
    public func contains(_ key: String, withoutAuthenticationUI: Bool = false) throws -> Bool {
        var query = options.query(key: key)
        if withoutAuthenticationUI {
            query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
        }
        switch SecItemCopyMatching(query as CFDictionary, nil) {
        case errSecSuccess: return true
        case errSecInteractionNotAllowed where withoutAuthenticationUI: return true
        case errSecItemNotFound: return false
        case let status: throw Status(status: status)
        }
    }

    // MARK: - Writing

    /// Keeps a text under a key.
    public func set(_ value: String, key: String) throws {
        try set(Data(value.utf8), key: key)
    }

    /// Keeps bytes under a key.
    public func set(_ value: Data, key: String) throws {
        var query = options.query(key: key)
        query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
        switch SecItemCopyMatching(query as CFDictionary, nil) {
        case errSecSuccess, errSecInteractionNotAllowed:
            query[kSecUseAuthenticationUI as String] = nil
            let changes = try options.attributes(key: nil, value: value)
            try check(SecItemUpdate(query as CFDictionary, changes as CFDictionary))
        case errSecItemNotFound:
            let attributes = try options.attributes(key: key, value: value)
            try check(SecItemAdd(attributes as CFDictionary, nil))
        case let status: throw Status(status: status)
        }
    }

    /// Forgets the value under a key.
    public func remove(_ key: String) throws { try delete(options.query(key: key)) }

    /// Forgets everything of the service or server.
    public func removeAll() throws { try delete(options.query()) }

    private func delete(_ query: [String: Any]) throws {
        let status = SecItemDelete(query as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw Status(status: status) }
    }

    // MARK: - Subscripts

    /// The text under a key; `nil` where there is none, and removes it.
    public subscript(key: String) -> String? {
        get { (try? get(key)).flatMap { $0 } }
        set {
            if let newValue { try? set(newValue, key: key) } else { try? remove(key) }
        }
    }

    /// The bytes under a key; `nil` where there are none, and removes them.
    public subscript(data key: String) -> Data? {
        get { (try? getData(key)).flatMap { $0 } }
        set {
            if let newValue { try? set(newValue, key: key) } else { try? remove(key) }
        }
    }

    /// The known attributes of the item under a key.
    public subscript(attributes key: String) -> Attributes? {
        (try? get(key) { $0 }).flatMap { $0 }
    }

    // MARK: - Lists

    /// The keys of the service or server.
    public func allKeys() -> [String] {
        found([kSecReturnAttributes]).compactMap { $0[kSecAttrAccount as String] as? String }
    }

    /// The items of the service or server, each in a dictionary with readable names.
    public func allItems() -> [[String: Any]] {
        found([kSecReturnAttributes, kSecReturnData]).map { attributes in
            var item: [String: Any] = ["class": options.itemClass.description]
            item["service"] = attributes[kSecAttrService as String] as? String
            item["server"] = attributes[kSecAttrServer as String] as? String
            item["key"] = attributes[kSecAttrAccount as String] as? String
            let isSynchronizable = attributes[kSecAttrSynchronizable as String] as? Bool
            item["synchronizable"] = isSynchronizable == true ? "true" : "false"
            if let name = attributes[kSecAttrAccessible as String] as? String {
                item["accessibility"] = Accessibility(rawValue: name)
            }
            if let data = attributes[kSecValueData as String] as? Data {
                item["value"] = String(data: data, encoding: .utf8) ?? data
            }
            return item
        }
    }

    private func found(_ wanted: [CFString]) -> [[String: Any]] {
        var query = options.query()
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        for key in wanted { query[key as String] = kCFBooleanTrue }
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
            return []
        }
        return result as? [[String: Any]] ?? []
    }
}

extension Keychain: CustomStringConvertible {
    /// The items, for a person.
    public var description: String { "\(allItems())" }
}
