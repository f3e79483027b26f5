import Foundation
import LocalAuthentication
import Security

/// Tokens of a service, for many tasks at once.
public actor TokenVault {
    /// The reason why there is no token.
    public enum Failure: Error, Equatable {
        /// No token was kept.
        case missing
        /// The user was asked and declined.
        case declined
        /// The keychain refused.
        case refused(OSStatus)
    }

    private let service: String
    private let context = LAContext()

    /// Makes a vault.
    public init(service: String) { self.service = service }

    /// Keeps a token, after the one before it.
    public func store(_ token: some Encodable & Sendable, for user: String) throws(Failure) {
        guard let data = try? JSONEncoder().encode(token) else {
            throw .refused(errSecParam)
        }
        var item = item(user)
        let changes: [String: Any] = [kSecValueData as String: data]
        var status = SecItemUpdate(item as CFDictionary, changes as CFDictionary)
        if status == errSecItemNotFound {
            item.merge(changes) { $1 }
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
            status = SecItemAdd(item as CFDictionary, nil)
        }
        try check(status)
    }

    /// The token of a user.
    public func token<Token: Decodable & Sendable>(
        _ type: Token.Type,
        for user: String
    ) throws(Failure) -> Token {
        var query = item(user)
        query[kSecReturnData as String] = true
        query[kSecUseAuthenticationContext as String] = context
        var result: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &result))
        guard let data = result as? Data,
            let token = try? JSONDecoder().decode(type, from: data)
        else { throw .refused(errSecDecode) }
        return token
    }

    /// The users that have a token.
    public func users() throws(Failure) -> [String] {
        var query = item(nil)
        query[kSecReturnAttributes as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        try check(status)
        let items = result as? [[String: Any]] ?? []
        return items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
    }

    /// Asks the user who they are, then forgets everything.
    public func forget() async throws {
        let context = LAContext()
        do {
            try await context.evaluatePolicy(
                .deviceOwnerAuthentication,
                localizedReason: "forget all tokens"
            )
        } catch LAError.userCancel {
            throw Failure.declined
        }
        let status = SecItemDelete(item(nil) as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    private func check(_ status: OSStatus) throws(Failure) {
        switch status {
        case errSecSuccess: return
        case errSecItemNotFound: throw .missing
        case errSecUserCanceled: throw .declined
        default: throw .refused(status)
        }
    }

    private func item(_ user: String?) -> [String: Any] {
        var item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecUseDataProtectionKeychain as String: true,
        ]
        item[kSecAttrAccount as String] = user
        return item
    }
}
