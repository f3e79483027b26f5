import UIKit

/// The numbers of cards, each under the name of its card.
class CardStore {
    let service: String

    init(service: String) { self.service = service }

    subscript(name: String) -> String? {
        get {
            var query = base(name)
            query[kSecReturnData as String] = true
            var result: CFTypeRef?
            guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
                let data = result as? Data
            else { return nil }
            return String(data: data, encoding: .utf8)
        }
        set {
            SecItemDelete(base(name) as CFDictionary)
            guard let number = newValue else { return }
            var item = base(name)
            item[kSecValueData as String] = number.data(using: .utf8)
            SecItemAdd(item as CFDictionary, nil)
        }
    }

    var names: [String] {
        var query = base(nil)
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        query[kSecReturnAttributes as String] = true
        var result: CFTypeRef?
        SecItemCopyMatching(query as CFDictionary, &result)
        let items = result as? [[String: Any]] ?? []
        return items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
    }

    private func base(_ name: String?) -> [String: Any] {
        var base: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        ]
        base[kSecAttrAccount as String] = name
        return base
    }
}
