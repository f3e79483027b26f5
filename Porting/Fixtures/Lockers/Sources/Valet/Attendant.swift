import Foundation

/// Puts things away, and brings them back.
public protocol Attendant: class {
    func put(_ thing: Data, in locker: String) -> OSStatus
    func bring(_ locker: String) -> Data?
}

/// An attendant that uses the keychain.
@objc public final class KeychainAttendant: NSObject, Attendant {
    private let house: String

    @objc public init(house: String) {
        self.house = house
        super.init()
    }

    private func ticket(_ locker: String?) -> NSMutableDictionary {
        let ticket = NSMutableDictionary()
        ticket.setObject(kSecClassGenericPassword, forKey: kSecClass as NSString)
        ticket.setObject(house, forKey: kSecAttrService as NSString)
        if let locker = locker { ticket[kSecAttrAccount as String] = locker }
        if #available(macOS 10.15, *) { ticket[kSecUseDataProtectionKeychain as String] = true }
        return ticket
    }

    @discardableResult public func put(_ thing: Data, in locker: String) -> OSStatus {
        let found = ticket(locker)
        let changes = NSDictionary(object: thing, forKey: kSecValueData as NSString)
        let status = SecItemUpdate(found, changes)
        guard status == errSecItemNotFound else { return status }
        found[kSecValueData as String] = thing
        found[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        return SecItemAdd(found, nil)
    }

    public func bring(_ locker: String) -> Data? {
        let question = ticket(locker)
        question[kSecReturnData as String] = kCFBooleanTrue
        var answer: AnyObject?
        guard SecItemCopyMatching(question, &answer) == errSecSuccess else { return nil }
        return answer as? Data
    }

    public func emptyAll() { SecItemDelete(ticket(nil)) }

    /// The lockers with something in them, by name.
    public func lockers() -> [String] {
        let question = ticket(nil)
        question[kSecReturnAttributes as String] = true
        question[kSecMatchLimit as String] = kSecMatchLimitAll
        var answer: CFTypeRef?
        guard SecItemCopyMatching(question, &answer) == errSecSuccess,
            let all = answer as? [[String: Any]]
        else { return [] }
        return all.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
    }
}
