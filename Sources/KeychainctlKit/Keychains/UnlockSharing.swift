package import PortableKeychain

/// Whether unlocking a keychain also unlocks it for other processes, which depends on the kernel.
package enum UnlockSharing {
    /// Whether the kernel keeps unlocked keys for the user's processes.
    package static var isPossible: Bool { KernelKeyRetention().isAvailable }

    /// Warns if the kernel does not keep keys: the keychain is locked again when this process ends.
    package static func warn(_ keychain: Keychain) throws(KeychainError) {
        guard try !keychain.sharesUnlocking else { return }
        Terminal.say(
            "keychainctl: the kernel does not keep keys here, as in some containers; each process "
                + "must unlock the keychain separately"
        )
    }
}
