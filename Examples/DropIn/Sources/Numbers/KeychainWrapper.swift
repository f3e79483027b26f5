import Foundation
import Security

private let SecMatchLimit: String = kSecMatchLimit as String
private let SecReturnData: String = kSecReturnData as String
private let SecReturnPersistentRef: String = kSecReturnPersistentRef as String
private let SecValueData: String = kSecValueData as String
private let SecAttrAccessible: String = kSecAttrAccessible as String
private let SecClass: String = kSecClass as String
private let SecAttrService: String = kSecAttrService as String
private let SecAttrGeneric: String = kSecAttrGeneric as String
private let SecAttrAccount: String = kSecAttrAccount as String
private let SecReturnAttributes: String = kSecReturnAttributes as String
private let SecAttrSynchronizable: String = kSecAttrSynchronizable as String

/// Keeps numbers, texts and objects, under accounts that are bytes.
open class KeychainWrapper {
    /// A name that the compiler completes.
    public struct Key: Hashable, RawRepresentable, ExpressibleByStringLiteral {
        /// The name.
        public var rawValue: String
        /// Makes a key of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a key of a name.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// The one that everybody uses.
    public static let standard = KeychainWrapper(
        serviceName: Bundle.main.bundleIdentifier ?? "KeychainWrapper"
    )

    /// The service of all items.
    public let serviceName: String

    /// Makes a wrapper of a service's items.
    public init(serviceName: String) { self.serviceName = serviceName }

    // MARK: - Reading

    /// Whether there is a value.
    open func hasValue(forKey key: String) -> Bool { data(forKey: key) != nil }
    /// The whole number.
    open func integer(forKey key: String) -> Int? { number(key)?.intValue }
    /// The number.
    open func float(forKey key: String) -> Float? { number(key)?.floatValue }
    /// The number.
    open func double(forKey key: String) -> Double? { number(key)?.doubleValue }
    /// The truth value.
    open func bool(forKey key: String) -> Bool? { number(key)?.boolValue }

    /// The text.
    open func string(forKey key: String) -> String? {
        data(forKey: key).flatMap { String(data: $0, encoding: String.Encoding.utf8) }
    }

    /// The object, if it is of this class.
    open func object<T: NSObject & NSCoding>(ofClass: T.Type, forKey key: String) -> T? {
        guard let data = data(forKey: key) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClass: ofClass, from: data)
    }

    /// The bytes.
    open func data(forKey key: String) -> Data? { found(key, SecReturnData) as? Data }

    /// The reference that finds the item again.
    open func dataRef(forKey key: String) -> Data? {
        found(key, SecReturnPersistentRef) as? Data
    }

    /// The condition under which the value can be read.
    open func accessibilityOfKey(_ key: String) -> String? {
        let attributes = found(key, SecReturnAttributes) as? [String: AnyObject]
        return attributes?[SecAttrAccessible] as? String
    }

    /// All keys of the service.
    open func allKeys() -> Set<String> {
        let query: [String: Any] = [
            SecClass: kSecClassGenericPassword,
            SecAttrService: serviceName,
            SecReturnAttributes: true,
            SecMatchLimit: kSecMatchLimitAll,
        ]
        var result: AnyObject?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status == errSecSuccess, let items = result as? [[AnyHashable: Any]] else {
            return []
        }
        var keys = Set<String>()
        for item in items {
            if let account = item[SecAttrAccount] as? Data,
                let key = String(data: account, encoding: String.Encoding.utf8)
            {
                keys.insert(key)
            } else if let key = item[kSecAttrAccount] as? String {
                keys.insert(key)
            }
        }
        return keys
    }

    // MARK: - Writing

    /// Keeps a whole number.
    @discardableResult
    open func set(_ value: Int, forKey key: String) -> Bool {
        set(NSNumber(value: value), forKey: key)
    }

    /// Keeps a number.
    @discardableResult
    open func set(_ value: Float, forKey key: String) -> Bool {
        set(NSNumber(value: value), forKey: key)
    }

    /// Keeps a number.
    @discardableResult
    open func set(_ value: Double, forKey key: String) -> Bool {
        set(NSNumber(value: value), forKey: key)
    }

    /// Keeps a truth value.
    @discardableResult
    open func set(_ value: Bool, forKey key: String) -> Bool {
        set(NSNumber(value: value), forKey: key)
    }

    /// Keeps a text.
    @discardableResult
    open func set(_ value: String, forKey key: String) -> Bool {
        set(Data(value.utf8), forKey: key)
    }

    /// Keeps an object.
    @discardableResult
    open func set(_ value: any NSCoding, forKey key: String) -> Bool {
        let data = try? NSKeyedArchiver.archivedData(
            withRootObject: value,
            requiringSecureCoding: false
        )
        return data.map { set($0, forKey: key) } ?? false
    }

    /// Keeps bytes.
    @discardableResult
    open func set(_ value: Data, forKey key: String) -> Bool {
        var item = query(key)
        item[SecValueData] = value
        item[SecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return status == errSecSuccess }
        let changes = [SecValueData: value]
        return SecItemUpdate(query(key) as CFDictionary, changes as CFDictionary) == errSecSuccess
    }

    /// The text under a key; setting keeps it.
    public subscript(key: Key) -> String? {
        get { string(forKey: key.rawValue) }
        set {
            if let newValue {
                set(newValue, forKey: key.rawValue)
            } else {
                removeObject(forKey: key.rawValue)
            }
        }
    }

    // MARK: - Removal

    /// Forgets a value.
    @discardableResult
    open func removeObject(forKey key: String) -> Bool {
        SecItemDelete(query(key) as CFDictionary) == errSecSuccess
    }

    /// Forgets all values of the service.
    @discardableResult
    open func removeAllKeys() -> Bool {
        let query: [String: Any] = [
            SecClass: kSecClassGenericPassword, SecAttrService: serviceName,
        ]
        return SecItemDelete(query as CFDictionary) == errSecSuccess
    }

    /// Forgets everything that this program can reach, of whatever class.
    open class func wipeKeychain() {
        for itemClass in [
            kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate,
            kSecClassKey, kSecClassIdentity,
        ] {
            SecItemDelete([SecClass: itemClass] as CFDictionary)
        }
    }

    // MARK: - Details

    private func number(_ key: String) -> NSNumber? { object(ofClass: NSNumber.self, forKey: key) }

    private func found(_ key: String, _ wanted: String) -> AnyObject? {
        var query = query(key)
        query[SecMatchLimit] = kSecMatchLimitOne
        query[wanted] = kCFBooleanTrue
        var result: AnyObject?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return status == noErr ? result : nil
    }

    private func query(_ key: String) -> [String: Any] {
        let name: Data? = key.data(using: String.Encoding.utf8)
        var query: [String: Any] = [SecClass: kSecClassGenericPassword]
        query[SecAttrService] = serviceName
        query[SecAttrGeneric] = name
        query[SecAttrAccount] = name
        query[SecAttrSynchronizable] = kCFBooleanFalse
        return query
    }
}
