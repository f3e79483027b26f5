extension Rule {
    static let keychain = [
        Rule(
            prefixes: ["SecKeychain", "SecCode", "SecStaticCode", "SecTask", "SecRequirement"],
            advice: "File keychains and code signatures of macOS do not exist on Linux.",
            example: "SecKeychainOpen(path, &keychain)"
        ) { tokens in
            tokens.contains { token in
                ["SecKeychain", "SecCode", "SecStaticCode", "SecTask", "SecRequirement"].contains {
                    token.text.hasPrefix($0)
                }
            }
        },
        Rule(
            prefixes: ["SecRequestSharedWeb", "SecAddSharedWeb", "SecCreateSharedWeb"],
            advice: "Shared web credentials do not exist on Linux.",
            example: "SecAddSharedWebCredential(domain, account, password) { _ in }"
        ),
        Rule(
            words: ["kSecAttrTokenIDSecureEnclave"],
            advice: """
                Linux has no Secure Enclave. The key is made in the token of the keychain's configuration, \
                such as a TPM; without one, making it fails with errSecUnimplemented.
                """,
            example: "query[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave"
        ),
        Rule(
            words: ["SecureEnclave"],
            isSaidOnce: true,
            advice: """
                PortableCryptoKit makes these keys in the token of the keychain's configuration: set \
                one by Keychain.setProcessDefault(_:), such as TPM2 of KeychainTPM, or SoftwareToken of \
                KeychainTesting for development, which protects nothing.
                """,
            example: "let key = try SecureEnclave.P256.Signing.PrivateKey()"
        ),
        Rule(
            words: ["kSecAttrAccessGroup"],
            isSaidOnce: true,
            advice: """
                Access groups have no signature on Linux. List them in \
                PORTABLE_KEYCHAIN_ACCESS_GROUPS, or set them with Keychain.setProcessDefault(_:). \
                Others fail with errSecMissingEntitlement.
                """,
            example: "query[kSecAttrAccessGroup] = group"
        ),
        Rule(
            words: ["SecAccessControlCreateWithFlags", "evaluatePolicy", "evaluateAccessControl"],
            isSaidOnce: true,
            advice: """
                Items that ask for their user need a way to ask: set \
                PORTABLE_KEYCHAIN_AUTHENTICATOR to 'terminal' or 'pinentry', or set a keychain with \
                an authenticator by Keychain.setProcessDefault(_:). The keychain needs a passcode: \
                'keychainctl passcode set'.
                """,
            example: "let access = SecAccessControlCreateWithFlags(nil, level, .userPresence, nil)"
        ),
        Rule(
            words: ["bundleIdentifier"],
            advice: """
                On Linux this is nil in a program without a bundle. Give a name of your own, and name \
                the program's access group by PORTABLE_KEYCHAIN_APPLICATION; or, for tests, put an \
                Info.plist with CFBundleIdentifier beside the test program.
                """,
            example: "let service = Bundle.main.bundleIdentifier"
        ),
        Rule(
            words: ["setValue"],
            advice: """
                Foundation on Linux has no key-value coding. Write 'dictionary[key] = value', or import \
                Security, which has this function for dictionaries.
                """,
            example: "query.setValue(account, forKey: kSecAttrAccount as String)"
        ) { $0.contains(".", "setValue", "(") && $0.contains("forKey", ":") },
    ]
}
