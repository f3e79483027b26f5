internal import Crypto

extension KeySet {
    /// Makes a keybag with new keys for all classes and other roots, for the keychain's next
    /// identifier (vault-format.md §15).
    ///
    /// - Parameters:
    ///   - passcode: The passcode with its hashing cost; `nil` if there is none.
    ///   - entropy: The source of keys and salts.
    /// - Returns: The keybag, and the roots that its slots contain.
    /// - Throws: ``KeychainError/Code/locked`` when the user's root is not open.
    func rotated(
        passcode: (SecretBytes, PasscodeHashing)?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (Keybag, RootKeys) {
        guard holdsUserRoot else { throw KeychainError(.locked) }
        let roots = RootKeys(device: .random(entropy), user: .random(entropy))
        let keybag = try Keybag.make(
            keychain: device.successor(of: keybag.keychain),
            device: device,
            roots: roots,
            keys: keybag.classKeys.map { ClassKeys($0.protection, master: .random(entropy)) },
            presence: .random(entropy),
            passcode: passcode,
            passcodeGeneration: keybag.passcodeGeneration,
            entropy: entropy
        )
        return (keybag, roots)
    }

    /// The open class keys, in the order of their classes.
    var classKeysInOrder: [ClassKeys] { ProtectionClass.allCases.compactMap { classKeys($0) } }
}
