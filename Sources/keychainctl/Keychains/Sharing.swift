internal import PortableKeychain

/// Whether unlocking a keychain serves other processes, which is up to the kernel.
enum Sharing {
    /// Whether the kernel keeps unlocked keys for the user's processes.
    static var isPossible: Bool { KernelKeyRetention().isAvailable }

    /// Says so where it keeps none, as the keychain is locked again once this process ends.
    static func warn(_ keychain: Keychain) throws(KeychainError) {
        guard try !keychain.sharesUnlocking else { return }
        Terminal.say(
            "keychainctl: the kernel keeps no keys here, as in some containers; other processes "
                + "must unlock the keychain for themselves"
        )
    }
}
