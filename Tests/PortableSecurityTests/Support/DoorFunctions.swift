import Foundation
import ItemDictionaries
@_spi(Keepers) import PortableKeychain

@testable import PortableSecurity

/// The door's counterpart of `LAContext`: an object that stands for a context.
private final class ContextObject: AuthenticationContextHolder {
    let authenticationContext: AuthenticationContext

    init(_ context: AuthenticationContext) { authenticationContext = context }
}

extension SecItemFunctions {
    /// The door's own functions on a keeper, so that requests go through dictionaries.
    static func door(on keeper: any ItemKeeper) -> SecItemFunctions {
        let keychain = Keychain(keeper: keeper)
        return SecItemFunctions(
            add: { dictionary in
                Keychain.withCurrent(keychain) { answering(dictionary, SecItemAdd) }
            },
            copyMatching: { dictionary in
                Keychain.withCurrent(keychain) { answering(dictionary, SecItemCopyMatching) }
            },
            update: { query, changes in
                Keychain.withCurrent(keychain) {
                    SecItemUpdate(query as CFDictionary, changes as CFDictionary)
                }
            },
            delete: { query in
                Keychain.withCurrent(keychain) { SecItemDelete(query as CFDictionary) }
            },
            makeAccessControl: { SecAccessControl($0) },
            readAccessControl: { ($0 as? SecAccessControl)?.value },
            makeObject: { reference(to: $0) },
            readObject: { ($0 as? any ItemObjectHolder)?.itemObject },
            makePolicy: { policy in
                var properties: [CFString: Any] = [kSecPolicyClient: policy.isForClients]
                properties[kSecPolicyName] = policy.host ?? policy.emailAddress
                return SecPolicyCreateWithProperties(
                    policy.identifier as CFString,
                    properties as CFDictionary
                )
            },
            makeContext: { ContextObject($0) }
        )
    }

    private static func answering(
        _ dictionary: [String: Any],
        _ function: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    ) -> (status: Int32, result: Any?) {
        var result: CFTypeRef?
        let status = function(dictionary as CFDictionary, &result)
        return (status, result.map(plain))
    }

    /// Objects as the Swift values that they are on Apple's platforms after bridging.
    private static func plain(_ object: Any) -> Any {
        switch object {
        case let data as Data: data
        case let string as String: string
        case let date as Date: date
        case let number as NSNumber: number.int64Value
        case let list as [Any]: list.map(plain)
        case let dictionary as [String: Any]: dictionary.mapValues(plain)
        default: object
        }
    }
}
