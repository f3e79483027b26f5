import Foundation
import Security
import Support

/// Uses the guide's blocks as a reader does who pasted them.
package enum PrintedGuide {
    /// Reads with the guide's struct.
    package static func readPassword(service: String, account: String) throws -> String {
        try KeychainItemStorable(service: service, account: account).readPassword()
    }

    /// Saves with the guide's manager.
    package static func save(_ item: some Encodable, service: String, key: String) throws {
        try KeychainManager.shared.saveItem(
            item,
            itemClass: .generic,
            key: key,
            attributes: [kSecAttrService: service]
        )
    }

    /// Checks the guide's statements about its blocks.
    package static func run() throws {
        let missing = failure("nothing is there") {
            _ = try readPassword(service: "guide", account: "anna")
        }
        guard case KeychainItemStorable.Error.passwordNotFound = missing else {
            return check(false, "a password that is not there is said to be so")
        }
        try save("s3cret", service: "guide", key: "anna")
        let password = try readPassword(service: "guide", account: "anna")
        check(password == "\"s3cret\"", "the manager saves JSON")
        let duplicate = failure("a duplicate") {
            try save("s3cret", service: "guide", key: "anna")
        }
        guard case KeychainManager.KeychainError.duplicateItem = duplicate else {
            return check(false, "a duplicate is said to be one")
        }
        let classes: [(KeychainManager.ItemClass, CFString)] = [
            (.generic, kSecClassGenericPassword), (.password, kSecClassInternetPassword),
            (.certificate, kSecClassCertificate), (.cryptography, kSecClassKey),
            (.identity, kSecClassIdentity),
        ]
        for (itemClass, constant) in classes {
            check(itemClass.rawValue == constant, "\(itemClass) is its constant")
            check(KeychainManager.ItemClass(rawValue: constant) == itemClass, "and back")
        }
        check(
            KeychainManager.KeychainError.unexpected(-50).localizedDescription
                == "Unexpected error - -50",
            "an error describes itself"
        )
    }
}
