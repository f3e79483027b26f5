import Foundation

/// Stores, reads and removes an item without naming the Security module.
package func runFoundationOnly() {
    let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: "foundation only",
    ]
    let addition = item.merging([kSecValueData as String: Data([1, 2, 3])]) { $1 }
    precondition(SecItemAdd(addition as CFDictionary, nil) == errSecSuccess)
    let query = item.merging([kSecReturnData as String: true]) { $1 }
    var result: AnyObject?
    precondition(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
    precondition(result as? Data == Data([1, 2, 3]))
    precondition(SecItemDelete(item as CFDictionary) == errSecSuccess)
}
