import Foundation
import KeychainManager
import PrintedGuide
import Security
import Support

private struct Token: Codable, Equatable {
    var value: String
    var scopes: [String]
}

/// The guide's blocks, then the same calls on the module that replaces them.
package func run() async throws {
    // Elsewhere SecItemAdd is the system's, and reaches the keychain of the user that runs this.
    #if os(Linux)
        try await withKeychain { try PrintedGuide.run() }
        try await withKeychain { try replacingTheBlocks() }
    #endif
    try await withKeychain { try managing() }
}

/// All four functions that the guide announces.
private func managing() throws {
    let attributes: KeychainManager.ItemAttributes = [kSecAttrLabel: "ApiToken"]
    let token = Token(value: "t0ken", scopes: ["read"])
    try KeychainManager.shared.saveItem(
        token,
        itemClass: .generic,
        key: "api",
        attributes: attributes
    )
    do {
        try KeychainManager.shared.saveItem(
            token,
            itemClass: .generic,
            key: "api",
            attributes: attributes
        )
        check(false, "a duplicate was saved")
    } catch KeychainManager.KeychainError.duplicateItem {
        check(true, "an item is saved once")
    }
    let found: Token = try KeychainManager.shared.retrieveItem(
        ofClass: .generic,
        key: "api",
        attributes: attributes
    )
    check(found == token, "the same value comes back")

    let newer = Token(value: "n3wer", scopes: [])
    try KeychainManager.shared.updateItem(with: newer, ofClass: .generic, key: "api")
    let changed: Token = try KeychainManager.shared.retrieveItem(ofClass: .generic, key: "api")
    check(changed == newer, "an update replaces it")

    try KeychainManager.shared.saveItem("s3cret", itemClass: .password, key: "api")
    try KeychainManager.shared.deleteItem(ofClass: .generic, key: "api")
    let missing = failure("nothing is left") {
        try KeychainManager.shared.deleteItem(ofClass: .generic, key: "api")
    }
    guard case KeychainManager.KeychainError.itemNotFound = missing else {
        return check(false, "what is not there is said to be so: \(missing)")
    }
    let other: String = try KeychainManager.shared.retrieveItem(ofClass: .password, key: "api")
    check(other == "s3cret", "another class is another item")
    check(KeychainManager.ItemClass(rawValue: kSecClassKey) == .cryptography, "a constant's class")
}

/// Items of a program that pasted the blocks are there for one that uses the module.
private func replacingTheBlocks() throws {
    try PrintedGuide.save(["a", "b"], service: "guide", key: "list")
    let attributes: KeychainManager.ItemAttributes = [kSecAttrService: "guide"]
    let list: [String] = try KeychainManager.shared.retrieveItem(
        ofClass: .generic,
        key: "list",
        attributes: attributes
    )
    check(list == ["a", "b"], "the module reads what the blocks saved")
    try KeychainManager.shared.updateItem(
        with: ["c"],
        ofClass: .generic,
        key: "list",
        attributes: attributes
    )
    let password = try PrintedGuide.readPassword(service: "guide", account: "list")
    check(password == #"["c"]"#, "the blocks read what the module saved")
    let item = KeychainItemStorable(service: "guide", account: "list")
    check(try item.readPassword() == password, "so does the module's own struct")
    let missing = failure("another account") {
        _ = try KeychainItemStorable(service: "guide", account: "anna").readPassword()
    }
    guard case KeychainItemStorable.Error.passwordNotFound = missing else {
        return check(false, "what is not there is said to be so: \(missing)")
    }
}
