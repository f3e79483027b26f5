internal import PortableKeychain

extension KeychainError {
    /// The state of synchronization is one of an earlier version.
    static var outdatedVault: KeychainError {
        KeychainError(
            .unimplemented,
            reason:
                "This keychain is in a vault of an earlier version, which is not read any more. "
                + leaving + "set up a new vault at an empty remote with 'keychainctl sync setup'."
        )
    }

    /// The state of synchronization cannot be read, or does not belong together.
    static var damagedVault: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The state of synchronization is damaged. " + leaving
                + "join again with 'keychainctl sync join'."
        )
    }

    private static var leaving: String {
        "Run 'keychainctl sync leave', which keeps the items, and "
    }
}
