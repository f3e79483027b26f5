import Foundation
import Security

/// Saves a value with the guide's manager and reads it back with the guide's struct.
package func runGuide() throws {
    let item = KeychainItemStorable(service: "guide", account: "anna")
    do {
        _ = try item.readPassword()
        preconditionFailure("the keychain is not empty")
    } catch KeychainItemStorable.Error.passwordNotFound {}

    let attributes: KeychainManager.ItemAttributes = [kSecAttrService: "guide"]
    let save = {
        try KeychainManager.shared.saveItem(
            "s3cret",
            itemClass: .generic,
            key: "anna",
            attributes: attributes
        )
    }
    try save()
    let password = try item.readPassword()
    precondition(password == "\"s3cret\"")
    do {
        try save()
        preconditionFailure("a duplicate was saved")
    } catch KeychainManager.KeychainError.duplicateItem {}
    precondition(KeychainManager.ItemClass(rawValue: kSecClassKey) == .cryptography)
}
