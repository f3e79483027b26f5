import Foundation
import Security

/// Keeps values under keys, reports success by a truth value, and may be called from anywhere.
open class KeychainHelper {
    /// The condition under which a value can be read.
    public enum Access: String {
        /// While unlocked.
        case accessibleWhenUnlocked
        /// Once it was unlocked, here only.
        case accessibleAfterFirstUnlockThisDeviceOnly

        var value: String {
            switch self {
            case .accessibleWhenUnlocked: kSecAttrAccessibleWhenUnlocked as String
            case .accessibleAfterFirstUnlockThisDeviceOnly:
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String
            }
        }
    }

    /// The one that everybody uses.
    public static let shared = KeychainHelper(keyPrefix: "app_")

    /// The outcome of the last operation.
    open var lastResultCode: OSStatus = noErr
    /// The group that shares the values; `nil` for this program alone.
    open var accessGroup: String?
    /// Whether values go to the user's other devices.
    open var synchronizable = false

    private let keyPrefix: String
    private let lock = NSLock()

    /// Makes a helper whose keys all begin alike.
    public init(keyPrefix: String = "") { self.keyPrefix = keyPrefix }

    // MARK: - Values

    /// Keeps a text.
    @discardableResult
    open func set(_ value: String, forKey key: String, withAccess access: Access? = nil) -> Bool {
        guard let data = value.data(using: String.Encoding.utf8) else { return false }
        return set(data, forKey: key, withAccess: access)
    }

    /// Keeps a truth value.
    @discardableResult
    open func set(_ value: Bool, forKey key: String, withAccess access: Access? = nil) -> Bool {
        set(Data([value ? 1 : 0]), forKey: key, withAccess: access)
    }

    /// Keeps bytes.
    @discardableResult
    open func set(_ value: Data, forKey key: String, withAccess access: Access? = nil) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        deleteNoLock(key)
        var query = item(key, isAddition: true)
        query[kSecValueData as String] = value
        query[kSecAttrAccessible as String] = (access ?? .accessibleWhenUnlocked).value
        lastResultCode = SecItemAdd(query as CFDictionary, nil)
        return lastResultCode == noErr
    }

    /// The text.
    open func get(_ key: String) -> String? {
        guard let data = getData(key) else { return nil }
        if let text = String(data: data, encoding: .utf8) { return text }
        lastResultCode = -67853  // errSecInvalidEncoding
        return nil
    }

    /// The truth value.
    open func getBool(_ key: String) -> Bool? { getData(key)?.first.map { $0 == 1 } }

    /// The bytes, or the reference that finds the item again.
    open func getData(_ key: String, asReference: Bool = false) -> Data? {
        lock.lock()
        defer { lock.unlock() }
        var query = item(key, isAddition: false)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        if asReference {
            query[kSecReturnPersistentRef as String] = kCFBooleanTrue
        } else {
            query[kSecReturnData as String] = kCFBooleanTrue
        }
        var result: AnyObject?
        lastResultCode = withUnsafeMutablePointer(to: &result) {
            SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
        }
        return lastResultCode == noErr ? result as? Data : nil
    }

    /// All keys, with their prefix.
    public var allKeys: [String] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecReturnData as String: true,
            kSecReturnAttributes as String: true,
            kSecReturnPersistentRef as String: true,
            kSecMatchLimit as String: kSecMatchLimitAll,
        ]
        query = shared(query, isAddition: false)
        var result: AnyObject?
        lastResultCode = SecItemCopyMatching(query as CFDictionary, &result)
        guard lastResultCode == noErr, let items = result as? [[String: Any]] else { return [] }
        return items.compactMap { $0[kSecAttrAccount as String] as? String }
    }

    // MARK: - Removal

    /// Forgets a value.
    @discardableResult
    open func delete(_ key: String) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return deleteNoLock(key)
    }

    /// Forgets all values, whichever program kept them.
    @discardableResult
    open func clear() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let query = shared(
            [kSecClass as String: kSecClassGenericPassword],
            isAddition: false
        )
        lastResultCode = SecItemDelete(query as CFDictionary)
        return lastResultCode == noErr
    }

    @discardableResult
    private func deleteNoLock(_ key: String) -> Bool {
        lastResultCode = SecItemDelete(item(key, isAddition: false) as CFDictionary)
        return lastResultCode == noErr
    }

    private func item(_ key: String, isAddition: Bool) -> [String: Any] {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: keyPrefix + key,
        ]
        return shared(item, isAddition: isAddition)
    }

    private func shared(_ query: [String: Any], isAddition: Bool) -> [String: Any] {
        var query = query
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
        if synchronizable {
            query[kSecAttrSynchronizable as String] =
                isAddition ? true : kSecAttrSynchronizableAny
        }
        return query
    }
}
