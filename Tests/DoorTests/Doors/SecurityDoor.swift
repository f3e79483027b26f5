import AppleVocabulary
import Foundation

struct SecurityDoor: Door, ServerDoor {
    func store(_ secret: String, service: String, account: String) throws {
        try add(secret, query(service, account))
    }

    func read(service: String, account: String) throws -> String? {
        try find(query(service, account))
    }

    func store(_ secret: String, at address: Address) throws {
        try add(secret, query(address))
    }

    func read(at address: Address) throws -> String? { try find(query(address)) }

    private func query(_ service: String, _ account: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccount: account,
        ]
    }

    private func query(_ address: Address) -> [CFString: Any] {
        [
            kSecClass: kSecClassInternetPassword, kSecAttrServer: address.server,
            kSecAttrAccount: address.account, kSecAttrProtocol: kSecAttrProtocolHTTPS,
            kSecAttrPort: address.port, kSecAttrPath: address.path,
        ]
    }

    private func add(_ secret: String, _ query: [CFString: Any]) throws {
        let item = query.merging([kSecValueData: Data(secret.utf8)]) { $1 }
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    private func find(_ query: [CFString: Any]) throws -> String? {
        var result: CFTypeRef?
        let query = query.merging([kSecReturnData: true]) { $1 }
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        }
    }
}
