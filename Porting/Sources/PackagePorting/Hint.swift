/// Something in a line that a person has to look at.
struct Hint: Sendable {
    /// Whether one place of a package is enough to say it.
    let isSaidOnce: Bool
    let advice: String
    /// Whether a line of code has it.
    let isIn: @Sendable (String) -> Bool

    static let all = [
        Hint(
            isSaidOnce: false,
            advice:
                "Linux has no selectors. Use a closure, or put it behind '#if canImport(ObjectiveC)'."
        ) { $0.hasMatch(#/#(?:selector|keyPath)\b/#) },
        Hint(
            isSaidOnce: false,
            advice: "Linux has no autoreleasepool. Call the closure's code directly."
        ) { $0.hasMatch(#/\bautoreleasepool\b/#) },
        Hint(
            isSaidOnce: false,
            advice: """
                Foundation on Linux has no key-value coding. Write 'dictionary[key] = value', or import \
                Security, which has this function for dictionaries.
                """
        ) { $0.hasMatch(#/\.setValue\s*\(.*\bforKey\s*:/#) },
        Hint(
            isSaidOnce: false,
            advice: "File keychains and code signatures of macOS do not exist on Linux."
        ) { $0.hasMatch(#/\bSec(?:Keychain|Code|StaticCode|Task|Requirement)[A-Z]\w*/#) },
        Hint(
            isSaidOnce: false,
            advice: "Shared web credentials do not exist on Linux."
        ) { $0.hasMatch(#/\bSec(?:Request|Add|Create)SharedWeb\w*/#) },
        Hint(
            isSaidOnce: false,
            advice: "There is no Secure Enclave: making such a key fails."
        ) { $0.hasMatch(#/\bkSecAttrTokenIDSecureEnclave\b/#) },
        Hint(
            isSaidOnce: false,
            advice: "Linux has no empty error. Write 'NSError(domain: \"\", code: 0)'."
        ) { $0.hasMatch(#/\bNSError\s*\(\s*\)/#) },
        Hint(
            isSaidOnce: false,
            advice: """
                On Linux this is nil in a program without a bundle. Give a name of your own; or, for \
                tests, put an Info.plist with CFBundleIdentifier beside the test program.
                """
        ) { $0.hasMatch(#/\bbundleIdentifier\b/#) },
        Hint(
            isSaidOnce: true,
            advice: """
                Access groups have no signature on Linux. List them in \
                PORTABLE_KEYCHAIN_ACCESS_GROUPS, or set them with Keychain.setProcessDefault(_:). \
                Others fail with errSecMissingEntitlement.
                """
        ) { $0.hasMatch(#/\bkSecAttrAccessGroup\b/#) },
        Hint(
            isSaidOnce: true,
            advice: """
                Items that ask for their user need a way to ask: set \
                PORTABLE_KEYCHAIN_AUTHENTICATOR to 'terminal' or 'pinentry', or set a keychain with \
                an authenticator by Keychain.setProcessDefault(_:). The keychain needs a passcode: \
                'keychainctl passcode set'.
                """
        ) {
            $0.hasMatch(
                #/\b(?:SecAccessControlCreateWithFlags|evaluatePolicy|evaluateAccessControl)\b/#
            )
        },
    ]
}
