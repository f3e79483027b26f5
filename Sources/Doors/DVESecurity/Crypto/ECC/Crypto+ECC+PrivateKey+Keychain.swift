public import AppleVocabulary

extension Crypto.ECC.PrivateKey {
    /// Creates a new key and stores it: both, or nothing.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - keychainTag: The name by which it is to be found.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - authenticationContext: Authentication by the user in advance.
    /// - Throws: An error with the code `errSecParam` for a curve that the system does not have, as
    ///   P-192 on Linux; ``KeychainError/itemSavingFailed(status:)``.
    public init(
        curve: Crypto.ECC.EllipticCurve,
        inKeychainWithTag keychainTag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        authenticationContext: LAContext? = nil
    ) throws {
        secKey = try .random(.ellipticCurve, bits: curve.sizeInBits)
        try Keychain.saveKey(
            self,
            withTag: keychainTag,
            accessGroup: accessGroup,
            accessControl: accessControl,
            authenticationContext: authenticationContext
        )
    }
}
