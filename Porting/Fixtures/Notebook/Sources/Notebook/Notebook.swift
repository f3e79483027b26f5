import Foundation
import NotebookCore
import UIKit

/// Keeps notes in the keychain.
@objc(NBNotebook) @objcMembers
open class Notebook: NSObject {
    @objc public let service: String

    public init(service: String) { self.service = service }

    @objc(writeText:title:error:)
    public func write(_ text: String, title: String) throws {
        try erase(title)
        var item = query(title)
        item[kSecValueData as String] = Data(text.utf8)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    public func read(_ title: String) throws -> String {
        var question = query(title)
        question[kSecReturnData as String] = kCFBooleanTrue
        question[kSecMatchLimit as String] = kSecMatchLimitOne
        var answer: CFTypeRef?
        try check(SecItemCopyMatching(question as CFDictionary, &answer))
        guard let data = answer as? Data else { throw StatusError(status: errSecDecode) }
        return String(decoding: data, as: UTF8.self)
    }

    @discardableResult @objc dynamic public func eraseAll() -> Bool {
        let all: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        ]
        return SecItemDelete(all as CFDictionary) == errSecSuccess
    }

    @nonobjc public func erase(_ title: String) throws {
        let status = SecItemDelete(query(title) as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    private func query(_ title: String) -> [String: Any] {
        return [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: title,
        ]
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw StatusError(status: status) }
    }

    #if os(iOS)
    /// Forgets what is shown when the app goes to the background.
    public func observe(_ application: UIApplication) { eraseAll() }
    #endif
}
