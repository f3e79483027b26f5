import Foundation
import LocalAuthentication
import NotebookCore

extension Notebook {
    /// Whether the owner can be asked.
    public func canAsk(_ context: LAContext = LAContext()) -> Bool {
        var error: NSError?
        return context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
    }

    /// Writes a note that only its owner reads.
    public func writePrivate(_ text: String, title: String) throws {
        var failure: Unmanaged<CFError>?
        let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, &failure
        )
        guard let access = access else { throw StatusError(status: errSecParam) }
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: title, kSecValueData as String: Data(text.utf8),
            kSecAttrAccessControl as String: access,
        ]
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecSuccess else { throw StatusError(status: status) }
    }
}
