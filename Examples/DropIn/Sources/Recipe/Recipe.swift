// swift-format-ignore-file
// The code below stands as it was published.
import Foundation
import Security

enum PwdKeychainError: Error {
    case noPassword
    case unexpectedPasswordData
    case unhandledError(status: OSStatus)
}

/// The steps of the text in their order; only the names they assume are declared around them.
package func runRecipe(accessGroup: String?) throws {
    let service = "securitybox"
    let account = "anna"
    let password = "s3cret"

    func makeItem() -> [String: AnyObject] {
        var item = [String: AnyObject]()
        item[kSecClass as String] = kSecClassGenericPassword
        item[kSecAttrService as String] = service as AnyObject?
        item[kSecAttrAccount as String] = account as AnyObject?
        item[kSecAttrAccessGroup as String] = accessGroup as AnyObject?
        return item
    }

    func save() throws {
        var item = makeItem()
        let encodedPassword = password.data(using: String.Encoding.utf8)!
        item[kSecValueData as String] = encodedPassword as AnyObject?
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == noErr else { throw PwdKeychainError.unhandledError(status: status) }
    }

    func read() throws -> String {
        var query = makeItem()
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnAttributes as String] = kCFBooleanTrue
        query[kSecReturnData as String] = kCFBooleanTrue
        var queryResult: AnyObject?
        let status = withUnsafeMutablePointer(to: &queryResult) {
            SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
        }
        guard status != errSecItemNotFound else { throw PwdKeychainError.noPassword }
        guard status == noErr else { throw PwdKeychainError.unhandledError(status: status) }
        guard let item = queryResult as? [String: AnyObject],
            let passwordData = item[kSecValueData as String] as? Data,
            let password = String(data: passwordData, encoding: String.Encoding.utf8)
        else { throw PwdKeychainError.unexpectedPasswordData }
        return password
    }

    func update() throws {
        let item = makeItem()
        var attributesToUpdate = [String: AnyObject]()
        attributesToUpdate[kSecValueData as String] = Data("n3wer".utf8) as AnyObject?
        let status = SecItemUpdate(item as CFDictionary, attributesToUpdate as CFDictionary)
        guard status == noErr else { throw PwdKeychainError.unhandledError(status: status) }
    }

    func delete() throws {
        let item = makeItem()
        let status = SecItemDelete(item as CFDictionary)
        guard status == noErr || status == errSecItemNotFound else {
            throw PwdKeychainError.unhandledError(status: status)
        }
    }

    try save()
    let saved = try read()
    precondition(saved == password)
    try update()
    let updated = try read()
    precondition(updated == "n3wer")
    try delete()
    do {
        _ = try read()
        preconditionFailure("the item is still there")
    } catch PwdKeychainError.noPassword {}
}
