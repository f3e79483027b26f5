// swift-format-ignore-file The blocks stand as SecurityBox's page prints them; a comment says where
// one had to be mended.
import Foundation
import Security
import SecurityBox
import Support

/// The blocks of the page in their order, then the type that the page is about.
package func run() async throws {
    // Elsewhere SecItemAdd is the system's, and reaches the keychain of the user that runs this.
    #if os(Linux)
    for accessGroup in [nil, "shared"] {
        try await withKeychain(accessGroups: ["shared"]) {
            try recipe(service: "com.example.box", account: "anna", password: "s3cret", accessGroup: accessGroup)
        }
    }
    #endif
    try await withKeychain(accessGroups: ["shared"]) { try passwords() }
}

// Use Keychain Services functions

private func recipe(service: String, account: String, password: String, accessGroup: String?) throws {
    func identity() -> [String: AnyObject] {
        var item = [String: AnyObject]()
        item[kSecClass as String] = kSecClassGenericPassword
        item[kSecAttrService as String] = service as AnyObject?
        item[kSecAttrAccount as String] = account as AnyObject?
        item[kSecAttrAccessGroup as String] = accessGroup as AnyObject?
        return item
    }

    do {
        var item = identity()
        let encodedPassword = password.data(using: String.Encoding.utf8)!
        item[kSecValueData as String] = encodedPassword as AnyObject?
        let status = SecItemAdd(item as CFDictionary, nil)
        check(status == noErr, "the password was saved")
        check(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem, "once")
    }
    func read() throws -> String {
        var item = identity()
        item[kSecMatchLimit as String] = kSecMatchLimitOne
        item[kSecReturnAttributes as String] = kCFBooleanTrue
        item[kSecReturnData as String] = kCFBooleanTrue
        let query = item
        var queryResult: AnyObject?
        let status = withUnsafeMutablePointer(to: &queryResult) {
            SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
        }
        // Mended: the page throws the type itself, and prints the last block's lines further down.
        guard status != errSecItemNotFound else { throw PwdKeychainError.noPassword }
        guard status == noErr else { throw PwdKeychainError.unhandledError(status: status) }
        // Mended: the page prints the conditions without their `guard`.
        guard let item = queryResult as? [String: AnyObject],
            let passwordData = item[kSecValueData as String] as? Data,
            let password = String(data: passwordData, encoding: String.Encoding.utf8)
        else { throw PwdKeychainError.unexpectedPasswordData }
        return password
    }
    check(try read() == password, "the password was read")
    do {
        let item = identity()
        let attributesToUpdate = [kSecValueData as String: Data("n3wer".utf8) as AnyObject]
        let status = SecItemUpdate(item as CFDictionary, attributesToUpdate as CFDictionary)
        check(status == noErr, "the password was updated")
        check(try read() == "n3wer", "and read")
    }
    check(
        try PwdKeychain(service: service, account: account, accessGroup: accessGroup).readPassword() == "n3wer",
        "the type reads what the recipe saved"
    )
    do {
        let item = identity()
        let status = SecItemDelete(item as CFDictionary)
        check(status == noErr, "the password was deleted")
    }
    let error = failure("nothing is left") { _ = try read() }
    guard case PwdKeychainError.noPassword = error else {
        return check(false, "what is not there is said to be so")
    }
}

// AccessGroup

private func passwords() throws {
    let shared = PwdKeychain(service: "com.example.box", account: "ben", accessGroup: "shared")
    try shared.savePassword("for all")
    var own = PwdKeychain(service: "com.example.box", account: "anna")
    try own.savePassword("s3cret")
    try own.savePassword("n3wer")
    check(try own.readPassword() == "n3wer", "a password is replaced")
    check(try PwdKeychain.items(service: "com.example.box").map(\.account).sorted() == ["anna", "ben"], "all accounts")
    check(try PwdKeychain.items(service: "com.example.box", accessGroup: "shared").map(\.account) == ["ben"], "those of a group")

    try own.renameAccount("carla")
    check(own.account == "carla", "an account has another name")
    check(try own.readPassword() == "n3wer", "and the same password")
    try PwdKeychain(service: "com.example.box", account: "emil").savePassword("mine")
    let taken = failure("an account that exists") { try own.renameAccount("emil") }
    guard case PwdKeychainError.unhandledError(status: errSecDuplicateItem) = taken, own.account == "carla" else {
        return check(false, "an account is not taken from another: \(taken)")
    }
    let foreign = PwdKeychain(service: "com.example.box", account: "dora", accessGroup: "foreign")
    let refused = failure("a foreign group") { try foreign.savePassword("s3cret") }
    guard case PwdKeychainError.unhandledError(status: errSecMissingEntitlement) = refused else {
        return check(false, "a group that is not the program's is refused: \(refused)")
    }
    try own.deleteItem()
    try own.deleteItem()
    let error = failure("nothing is left") { _ = try own.readPassword() }
    guard case PwdKeychainError.noPassword = error else {
        return check(false, "what is not there is said to be so")
    }
}
