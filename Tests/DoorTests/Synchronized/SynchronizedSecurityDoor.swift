import AppleVocabulary
import Foundation

/// `kSecAttrSynchronizable` of `SecItem…`.
struct SynchronizedSecurityDoor: SynchronizedDoor {
    func store(_ secret: String, account: String) throws {
        var item = query(account)
        item[kSecValueData] = Data(secret.utf8)
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    func storeHere(_ secret: String, account: String) throws {
        var item = query(account)
        item[kSecValueData] = Data(secret.utf8)
        item[kSecAttrSynchronizable] = nil
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    func read(account: String) throws -> String? {
        var search = query(account)
        search[kSecReturnData] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(search as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }

    func update(_ secret: String, account: String) throws {
        let changes: [CFString: Any] = [kSecValueData: Data(secret.utf8)]
        try check(SecItemUpdate(query(account) as CFDictionary, changes as CFDictionary))
    }

    func delete(account: String) throws {
        try check(SecItemDelete(query(account) as CFDictionary))
    }

    private func query(_ account: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "service",
            kSecAttrAccount: account, kSecAttrSynchronizable: true,
        ]
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        }
    }
}
