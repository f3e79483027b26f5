package import PortableKeychain

/// A passkey of a keychain: its site and account, and its item.
package struct StoredPasskey: Sendable {
    /// The site and the account.
    package let account: PasskeyAccount
    /// The item of the private key.
    package let item: KeyItem
    /// A reference that stays valid when the item changes.
    package let reference: PersistentReference<KeyItem>

    /// Whether the private key is in a token, which it never leaves.
    package var isInToken: Bool { item.tokenID != nil }

    /// Whether the private key may leave this device (item-semantics.md §4.6).
    package var mayLeaveDevice: Bool {
        switch item.accessibility ?? .whenUnlocked {
        case .whenUnlocked, .afterFirstUnlock, .always: !isInToken
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
            .alwaysThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            false
        }
    }

    /// Whether sites may learn that other devices have a copy (WebAuthn, 6.1.3): never for a
    /// passkey that was bound to one device when it was made.
    var isBackedUp: Bool { account.isBackupEligible && item.isSynchronizable && mayLeaveDevice }
}
