import class Foundation.NSDictionary
import class LocalAuthentication.LAContext
import let Security.errSecItemNotFound
import let Security.kSecClass
import let Security.kSecClassIdentity
import let Security.kSecReturnData
import let Security.kSecUseAuthenticationContext
import func Security.SecItemCopyMatching

#if canImport(Security) && canImport(LocalAuthentication)
    extension Spellings {
        /// Searches with names that were imported one by one, or are qualified by their module.
        public static func importedOneByOne() -> Bool {
            let context = LAContext()
            context.interactionNotAllowed = true
            let query: NSDictionary = [
                kSecClass: kSecClassIdentity,
                kSecUseAuthenticationContext: context,
                kSecReturnData: true,
            ]
            var result: AnyObject?
            return SecItemCopyMatching(query, &result) == errSecItemNotFound
        }
    }
#endif
