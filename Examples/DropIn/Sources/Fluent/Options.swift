import Foundation
import LocalAuthentication
import Security

/// The settings of a keychain, and the dictionaries that they make.
struct Options {
    var itemClass: ItemClass
    var service = ""
    var accessGroup: String?
    var server: URL?
    var protocolType = ProtocolType.https
    var authenticationType = AuthenticationType.default
    var accessibility = Accessibility.afterFirstUnlock
    var authenticationPolicy: AuthenticationPolicy?
    var isSynchronizable = false
    var label: String?
    var comment: String?
    var attributes: [String: Any] = [:]
    var authenticationPrompt: String?
    var authenticationUI: AuthenticationUI?
    var authenticationContext: LAContext?

    /// The query that finds items, synchronizable or not.
    func query(key: String? = nil) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: itemClass.rawValue,
            kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            kSecUseDataProtectionKeychain as String: kCFBooleanTrue as Any,
        ]
        query[kSecAttrAccount as String] = key
        query[kSecAttrAccessGroup as String] = accessGroup
        switch itemClass {
        case .genericPassword: query[kSecAttrService as String] = service
        case .internetPassword:
            query[kSecAttrServer as String] = server?.host
            query[kSecAttrPort as String] = server?.port
            query[kSecAttrProtocol as String] = protocolType.rawValue
            query[kSecAttrAuthenticationType as String] = authenticationType.rawValue
        }
        query[kSecUseOperationPrompt as String] = authenticationPrompt
        query[kSecUseAuthenticationUI as String] = authenticationUI?.rawValue
        query[kSecUseAuthenticationContext as String] = authenticationContext
        return query
    }

    /// The attributes that make an item, or change one when there is no key.
    func attributes(key: String?, value: Data) throws -> [String: Any] {
        var attributes = key.map { query(key: $0) } ?? [:]
        attributes[kSecUseOperationPrompt as String] = nil
        attributes[kSecUseAuthenticationUI as String] = nil
        attributes[kSecUseAuthenticationContext as String] = nil
        attributes[kSecValueData as String] = value
        attributes[kSecAttrLabel as String] = label
        attributes[kSecAttrComment as String] = comment
        attributes[kSecAttrSynchronizable as String] =
            isSynchronizable ? kCFBooleanTrue : kCFBooleanFalse
        if let authenticationPolicy {
            attributes[kSecAttrAccessControl as String] = try control(authenticationPolicy)
        } else {
            attributes[kSecAttrAccessible as String] = accessibility.rawValue
        }
        return attributes.merging(self.attributes) { $1 }
    }

    private func control(_ policy: AuthenticationPolicy) throws -> SecAccessControl {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault,
            accessibility.rawValue as CFTypeRef,
            SecAccessControlCreateFlags(rawValue: CFOptionFlags(policy.rawValue)),
            &error
        )
        guard let control else {
            guard let error = error?.takeRetainedValue() else { throw Status.unexpected }
            throw Status(status: OSStatus(CFErrorGetCode(error)))
        }
        return control
    }
}
