internal import PortableKeychain

extension Keychain {
    /// When an item can be read, and what must be proven for it.
    ///
    /// Flags that exclude each other (Specification/item-semantics.md, 4.4) are refused where the
    /// protection is used, with `errSecParam`.
    public struct AccessControl {
        /// When the item can be read.
        public let itemAccessibility: ItemAccessibility
        /// What must be proven; nothing when empty.
        public let flags: AccessControlFlags

        /// Makes a protection.
        ///
        /// - Parameters:
        ///   - itemAccessibility: When the item can be read.
        ///   - flags: What must be proven; nothing by default.
        public init(itemAccessibility: ItemAccessibility, flags: AccessControlFlags = []) {
            self.itemAccessibility = itemAccessibility
            self.flags = flags
        }
    }
}

extension Keychain.AccessControl: Hashable {}

extension Keychain.AccessControl {
    /// From the first unlock on, on this device alone: what new items get.
    public static var afterFirstUnlockThisDeviceOnly: Keychain.AccessControl {
        Keychain.AccessControl(itemAccessibility: .afterFirstUnlockThisDeviceOnly)
    }

    /// While unlocked, on this device alone.
    public static var whenUnlockedThisDeviceOnly: Keychain.AccessControl {
        Keychain.AccessControl(itemAccessibility: .whenUnlockedThisDeviceOnly)
    }

    /// While unlocked, on this device alone, for private keys that sign or decrypt.
    public static var defaultSecureEnclaveAccessControl: Keychain.AccessControl {
        Keychain.AccessControl(
            itemAccessibility: .whenUnlockedThisDeviceOnly,
            flags: [.privateKeyUsage]
        )
    }
}
