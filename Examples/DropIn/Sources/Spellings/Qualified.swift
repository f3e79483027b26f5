import Foundation
import LocalAuthentication
import Security

extension Spellings {
    /// Searches with names that say which module they are of.
    public static func qualified() -> Bool {
        let context = LocalAuthentication.LAContext()
        context.interactionNotAllowed = true
        let query: NSDictionary = [
            Security.kSecClass: Security.kSecClassIdentity,
            Security.kSecUseAuthenticationContext: context,
        ]
        return Security.SecItemCopyMatching(query, nil) == Security.errSecItemNotFound
    }
}
