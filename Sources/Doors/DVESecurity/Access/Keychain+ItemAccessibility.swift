internal import PortableKeychain

extension Keychain {
    /// The condition under which an item can be read, and whether it may leave the device.
    ///
    /// `allCases` is in the order of the cases.
    public enum ItemAccessibility: CaseIterable, Sendable {
        /// Readable from the first unlock until a restart, `kSecAttrAccessibleAfterFirstUnlock`.
        case afterFirstUnlock
        /// The same only on this device, `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
        case afterFirstUnlockThisDeviceOnly
        /// While unlocked, only on this device, and only as long as a passcode is set,
        /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`.
        case whenPasscodeSetThisDeviceOnly
        /// While unlocked, `kSecAttrAccessibleWhenUnlocked`.
        case whenUnlocked
        /// The same only on this device, `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`.
        case whenUnlockedThisDeviceOnly
        /// Always, `kSecAttrAccessibleAlways`; prefer one that protects, such as
        /// ``afterFirstUnlockThisDeviceOnly``.
        case always
        /// The same only on this device, `kSecAttrAccessibleAlwaysThisDeviceOnly`.
        case alwaysThisDeviceOnly

        var value: Accessibility {
            switch self {
            case .afterFirstUnlock: .afterFirstUnlock
            case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
            case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly
            case .whenUnlocked: .whenUnlocked
            case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
            case .always: .always
            case .alwaysThisDeviceOnly: .alwaysThisDeviceOnly
            }
        }
    }
}
