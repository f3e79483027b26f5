public import AppleVocabulary

extension Crypto.RSA.PrivateKey {
    /// Creates a new key and stores it: both, or nothing.
    ///
    /// - Parameters:
    ///   - bitCount: The size in bits: 1024 to 8192, a multiple of 128; 2048 is the least that is
    ///     still recommended.
    ///   - keychainTag: The name by which it is to be found.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - authenticationContext: Authentication by the user in advance.
    /// - Throws: An error with the code `errSecParam` for another size,
    ///   ``KeychainError/itemSavingFailed(status:)``.
    public init(
        bitCount: Int,
        inKeychainWithTag keychainTag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        authenticationContext: LAContext? = nil
    ) throws {
        try self.init(bitCount: bitCount)
        try Keychain.saveKey(
            self,
            withTag: keychainTag,
            accessGroup: accessGroup,
            accessControl: accessControl,
            authenticationContext: authenticationContext
        )
    }
}
