package import PortableKeychain

/// Whether unlocking a keychain serves other processes, which is up to the kernel.
package enum UnlockSharing {
    /// Whether the kernel keeps unlocked keys for the user's processes.
    package static var isPossible: Bool { KernelKeyRetention().isAvailable }

    /// Says so where it keeps none, as the keychain is locked again once this process ends.
    package static func warn(_ keychain: Keychain) throws(KeychainError) {
        guard try !keychain.sharesUnlocking else { return }
        Terminal.say(
            "keychainctl: the kernel keeps no keys here, as in some containers; other processes "
                + "must unlock the keychain for themselves"
        )
    }
}
