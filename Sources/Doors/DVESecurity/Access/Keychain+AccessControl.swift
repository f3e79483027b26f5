internal import PortableKeychain

extension Keychain {
    /// The condition under which an item can be read, and the proofs that it requires.
    ///
    /// Flags that exclude each other (Specification/item-semantics.md, 4.4) are refused where the
    /// protection is used, with `errSecParam`.
    public struct AccessControl {
        /// The condition under which the item can be read.
        public let itemAccessibility: ItemAccessibility
        /// The required authentication; none if empty.
        public let flags: AccessControlFlags

        /// Creates a protection.
        ///
        /// - Parameters:
        ///   - itemAccessibility: The condition under which the item can be read.
        ///   - flags: The required authentication; none by default.
        public init(itemAccessibility: ItemAccessibility, flags: AccessControlFlags = []) {
            self.itemAccessibility = itemAccessibility
            self.flags = flags
        }
    }
}

extension Keychain.AccessControl: Hashable {}

extension Keychain.AccessControl {
    /// After the first unlock, only on this device: the default of new items.
    public static var afterFirstUnlockThisDeviceOnly: Keychain.AccessControl {
        Keychain.AccessControl(itemAccessibility: .afterFirstUnlockThisDeviceOnly)
    }

    /// While unlocked, only on this device.
    public static var whenUnlockedThisDeviceOnly: Keychain.AccessControl {
        Keychain.AccessControl(itemAccessibility: .whenUnlockedThisDeviceOnly)
    }

    /// While unlocked, only on this device, for private keys that sign or decrypt.
    public static var defaultSecureEnclaveAccessControl: Keychain.AccessControl {
        Keychain.AccessControl(
            itemAccessibility: .whenUnlockedThisDeviceOnly,
            flags: [.privateKeyUsage]
        )
    }
}
