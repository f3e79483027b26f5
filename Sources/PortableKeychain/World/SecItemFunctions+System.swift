#if canImport(Security) && canImport(Darwin)
    internal import Foundation
    internal import Security

    extension SecItemFunctions {
        /// Apple's functions on the data-protection keychain.
        public static let system = SecItemFunctions(
            add: { answering($0, SecItemAdd) },
            copyMatching: { answering($0, SecItemCopyMatching) },
            update: { SecItemUpdate(dataProtection($0), $1 as CFDictionary) },
            delete: { SecItemDelete(dataProtection($0)) },
            makeAccessControl: { control in
                // Apple offers no object without rules; the accessibility then stands for itself.
                guard let constraints = control.constraints else { return nil }
                return SecAccessControlCreateWithFlags(
                    kCFAllocatorDefault,
                    control.accessibility.rawValue as CFString,
                    SecAccessControlCreateFlags(rawValue: CFOptionFlags(constraints.rawValue)),
                    nil
                )
            },
            // Apple's object cannot be read back.
            readAccessControl: { _ in nil }
        )

        private static func dataProtection(_ dictionary: [String: Any]) -> CFDictionary {
            var dictionary = dictionary
            dictionary[kSecUseDataProtectionKeychain as String] = true
            return dictionary as CFDictionary
        }

        private static func answering(
            _ dictionary: [String: Any],
            _ function: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
        ) -> (status: Int32, result: Any?) {
            var result: CFTypeRef?
            let status = function(dataProtection(dictionary), &result)
            return (status, result)
        }
    }

    extension Keychain {
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = Keychain(keeper: SecItemKeeper(.system))
    }
#else
    extension Keychain {
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = nil
    }
#endif
