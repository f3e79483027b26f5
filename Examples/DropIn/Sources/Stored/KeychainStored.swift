import Foundation
import Security

/// A property with a value in the keychain: `nil` when there is none, and setting `nil` removes.
///
/// ```swift
/// @KeychainStored("token", service: "example.org") var token: Token?
/// ```
@propertyWrapper
public struct KeychainStored<Value: Codable> {
    private let key: String
    private let service: String
    private let accessibility: CFString

    /// Names the item; a value that is stored already is the first value.
    public init(
        _ key: String,
        service: String,
        accessibility: CFString = kSecAttrAccessibleAfterFirstUnlock
    ) {
        self.key = key
        self.service = service
        self.accessibility = accessibility
    }

    /// Names the item and gives it a value, unless it has one already.
    public init(wrappedValue: Value?, _ key: String, service: String) {
        self.init(key, service: service)
        if self.wrappedValue == nil { self.wrappedValue = wrappedValue }
    }

    /// The value.
    public var wrappedValue: Value? {
        get { try? load() }
        nonmutating set {
            if let newValue { try? save(newValue) } else { remove() }
        }
    }

    /// The wrapper, for operations with `try`.
    public var projectedValue: Self { self }

    /// The value, or why it cannot be read.
    public func load() throws -> Value? {
        var query = item
        query[kSecReturnData] = kCFBooleanTrue
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else { throw error(status) }
        return try JSONDecoder().decode(Value.self, from: data)
    }

    /// Keeps a value.
    public func save(_ value: Value) throws {
        let data = try JSONEncoder().encode(value)
        let changes: [CFString: Any] = [kSecValueData: data, kSecAttrAccessible: accessibility]
        var status = SecItemUpdate(item as CFDictionary, changes as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(item.merging(changes) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw error(status) }
    }

    private func remove() { SecItemDelete(item as CFDictionary) }

    private func error(_ status: OSStatus) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }

    private var item: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: key]
    }
}
