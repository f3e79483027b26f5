import Foundation
import LocalAuthentication
import Security

/// Uses constants from many tasks at once, as Swift 6 code does.
package func runStrictConcurrency() async {
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 { group.addTask { addAndRemove(account: "task \(number)") } }
    }
}

private func addAndRemove(account: String) {
    let context = LAContext()
    context.interactionNotAllowed = true
    let item: [CFString: Any] = [
        kSecClass: kSecClassInternetPassword,
        kSecAttrServer: "example.org",
        kSecAttrPort: 443,
        kSecAttrProtocol: kSecAttrProtocolHTTPS,
        kSecAttrAuthenticationType: kSecAttrAuthenticationTypeHTTPBasic,
        kSecAttrAccount: account,
        kSecUseDataProtectionKeychain: true,
    ]
    let protection = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault,
        kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
        [],
        nil
    )
    var addition = item
    addition[kSecAttrAccessControl] = protection
    addition[kSecValueData] = Data("s3cret".utf8)
    precondition(SecItemAdd(addition as CFDictionary, nil) == errSecSuccess)

    var query = item
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnData] = kCFBooleanTrue
    query[kSecReturnAttributes] = kCFBooleanTrue
    query[kSecUseAuthenticationContext] = context
    query[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail
    var result: CFTypeRef?
    precondition(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
    let found = result as? [[AnyHashable: Any]]
    precondition(found?.count == 1)
    precondition(found?.first?[kSecAttrAccount] as? String == account)
    precondition(found?.first?[kSecValueData] as? Data == Data("s3cret".utf8))

    precondition(SecItemDelete(item as CFDictionary) == errSecSuccess)
    precondition(SecItemDelete(item as CFDictionary) == errSecItemNotFound)
    precondition(SecCopyErrorMessageString(errSecItemNotFound, nil) != nil)
}
