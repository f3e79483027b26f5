/// Names of PortableKeychain's targets that a package may have as well.
///
/// SwiftPM demands that names of targets are unique in a build, and renames a target of a dependency that is
/// given an alias (SE-0339).
enum OurNames {
    /// Targets with a product of the same name, which can be given an alias.
    static let products: Set<String> = [
        "DVESecurity", "KeychainAgentClient", "KeychainConfiguration", "KeychainManager",
        "KeychainNIOSSL",
        "KeychainTPM",
        "KeychainTesting", "SecurityBox", "StealthyStash", "Valet",
    ]

    /// Targets that are part of every build, or in no product of their name.
    static let others: Set<String> = [
        "AgentSockets", "AppleVocabulary", "CKeychainCurl", "CKeychainFIDO2", "CKeychainPlatform",
        "CKeychainSQLite", "CKeychainSystemd", "CKeychainTSS2", "CKeychainVFS", "CKeychainZlib",
        "CredentialHelpers", "FileSafety", "ForeignCrypto", "ForeignFormats", "ItemDictionaries",
        "KeychainAgent", "KeychainBrowser", "KeychainEssentials", "KeychainFIDO2", "KeychainLibC",
        "KeychainPasskeys",
        "KeychainSecretService",
        "KeychainSync", "KeychainSyncEtcd", "KeychainSyncGit", "KeychainctlKit",
        "LocalAuthentication",
        "PortableCommonCrypto", "PortableCryptoKit", "PortableDarwin", "PortableKeychain",
        "PortableLocalAuthentication",
        "PortableOSLog", "PortableSecurity",
        "SSHAgent",
        "SafeText",
        "SealedStore", "Security", "SecurityTool", "SessionBus", "Transfer", "keychain-etcd",
        "keychain-fido2", "keychain-tpm", "keychainctl", "keychaind",
    ]

    /// Whether a target has the name of one that can be given an alias.
    ///
    /// - Throws: ``PortingError`` if it has the name of another one.
    static func check(_ target: String) throws(PortingError) -> Bool {
        guard !others.contains(target) else {
            throw PortingError(
                "The target '\(target)' has the name of a target of PortableKeychain. Give it another name first."
            )
        }
        return products.contains(target)
    }

    static func alias(of product: String) -> String { "Portable\(product)" }
}
