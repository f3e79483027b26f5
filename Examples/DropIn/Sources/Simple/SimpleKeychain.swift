import Foundation
import Security

#if canImport(LocalAuthentication)
    import LocalAuthentication
#endif

/// Strings and bytes of a service, each perhaps guarded by its user.
public struct SimpleKeychain: @unchecked Sendable {
    let service: String
    let accessGroup: String?
    let accessibility: Accessibility
    let accessControlFlags: SecAccessControlCreateFlags?
    let isSynchronizable: Bool
    let attributes: [String: Any]

    #if canImport(LocalAuthentication)
        let context: LAContext?

        /// Describes the items.
        public init(
            service: String = Bundle.main.bundleIdentifier ?? "simple",
            accessGroup: String? = nil,
            accessibility: Accessibility = .afterFirstUnlock,
            accessControlFlags: SecAccessControlCreateFlags? = nil,
            context: LAContext? = nil,
            synchronizable: Bool = false,
            attributes: [String: Any] = [:]
        ) {
            self.service = service
            self.accessGroup = accessGroup
            self.accessibility = accessibility
            self.accessControlFlags = accessControlFlags
            self.context = context
            isSynchronizable = synchronizable
            self.attributes = attributes
        }
    #endif

    // MARK: - Reading

    /// The text under a key.
    public func string(forKey key: String) throws -> String {
        let data = try data(forKey: key)
        guard let text = String(data: data, encoding: .utf8) else {
            throw SimpleKeychainError(code: .unknown(message: "This is no text."))
        }
        return text
    }

    /// The bytes under a key.
    public func data(forKey key: String) throws -> Data {
        var query = query(key)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        try assertSuccess(SecItemCopyMatching(query as CFDictionary, &result))
        guard let data = result as? Data else {
            throw SimpleKeychainError(code: .unknown(message: "These are no bytes."))
        }
        return data
    }

    /// Whether there is a value under a key; does not ask the user.
    public func hasItem(forKey key: String) throws -> Bool {
        let status = SecItemCopyMatching(query(key) as CFDictionary, nil)
        if status == errSecItemNotFound { return false }
        try assertSuccess(status)
        return true
    }

    /// All keys.
    public func keys() throws -> [String] {
        var query = query(nil)
        query[kSecReturnAttributes as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if SimpleKeychainError.Code(status) == .itemNotFound { return [] }
        try assertSuccess(status)
        guard let items = result as? [[String: Any]] else { return [] }
        return items.compactMap { $0[kSecAttrAccount as String] as? String }
    }

    // MARK: - Writing

    /// Keeps a text.
    public func set(_ string: String, forKey key: String) throws {
        try set(Data(string.utf8), forKey: key)
    }

    /// Keeps bytes.
    public func set(_ data: Data, forKey key: String) throws {
        var addition = query(key)
        addition[kSecValueData as String] = data
        if let accessControlFlags {
            var error: Unmanaged<CFError>?
            let control = SecAccessControlCreateWithFlags(
                nil,
                accessibility.rawValue,
                accessControlFlags,
                &error
            )
            guard let control else {
                let error = error?.takeRetainedValue() as (any Error)?
                throw SimpleKeychainError(code: .other(status: errSecParam), cause: error)
            }
            addition[kSecAttrAccessControl as String] = control
        } else {
            addition[kSecAttrAccessible as String] = accessibility.rawValue
        }
        let status = SecItemAdd(addition as CFDictionary, nil)
        guard SimpleKeychainError.Code(status) == .duplicateItem else {
            return try assertSuccess(status)
        }
        let changes: [String: Any] = [kSecValueData as String: data]
        try assertSuccess(SecItemUpdate(query(key) as CFDictionary, changes as CFDictionary))
    }

    /// Forgets the value under a key.
    public func deleteItem(forKey key: String) throws {
        try assertSuccess(SecItemDelete(query(key) as CFDictionary))
    }

    /// Forgets everything.
    public func deleteAll() throws {
        let status = SecItemDelete(query(nil) as CFDictionary)
        if status != errSecItemNotFound { try assertSuccess(status) }
    }

    private func query(_ key: String?) -> [String: Any] {
        var query = attributes
        query[kSecClass as String] = kSecClassGenericPassword
        query[kSecAttrService as String] = service
        query[kSecAttrAccount as String] = key
        query[kSecAttrAccessGroup as String] = accessGroup
        if isSynchronizable { query[kSecAttrSynchronizable as String] = kCFBooleanTrue }
        #if canImport(LocalAuthentication)
            query[kSecUseAuthenticationContext as String] = context
        #endif
        return query
    }

    private func assertSuccess(_ status: OSStatus) throws {
        guard status == errSecSuccess else {
            throw SimpleKeychainError(code: SimpleKeychainError.Code(status))
        }
    }
}
