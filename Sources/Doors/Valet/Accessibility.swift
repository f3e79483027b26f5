internal import PortableKeychain

/// The condition under which a valet's values can be read.
public enum Accessibility: Int, CaseIterable, CustomStringConvertible, Equatable, Sendable {
    // The numbers, and the gap at three, are Valet's; programs may have stored them.
    /// While the keychain is unlocked.
    case whenUnlocked = 1
    /// Readable from the first unlock on.
    case afterFirstUnlock = 2
    /// While unlocked, only on this device, and only as long as a passcode is set.
    case whenPasscodeSetThisDeviceOnly = 4
    /// While unlocked, only on this device.
    case whenUnlockedThisDeviceOnly = 5
    /// After the first unlock, only on this device.
    case afterFirstUnlockThisDeviceOnly = 6

    /// The name, as it stands in the services of stored items.
    public var description: String { Sandbox.Protection.accessibility(protection).description }

    /// The value of `kSecAttrAccessible`.
    public var secAccessibilityAttribute: String { protection.rawValue }

    /// The library's name for it.
    var protection: PortableKeychain.Accessibility {
        switch self {
        case .whenUnlocked: .whenUnlocked
        case .afterFirstUnlock: .afterFirstUnlock
        case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly
        case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
        }
    }
}

/// The condition under which the values of a valet can be read that are shared with the user's
/// other devices.
public enum CloudAccessibility: Int, CaseIterable, CustomStringConvertible, Equatable, Sendable {
    /// While the keychain is unlocked.
    case whenUnlocked = 1
    /// Readable from the first unlock on.
    case afterFirstUnlock = 2

    /// The name, as it stands in the services of stored items.
    public var description: String { accessibility.description }

    /// The same for values of this device.
    public var accessibility: Accessibility {
        switch self {
        case .whenUnlocked: .whenUnlocked
        case .afterFirstUnlock: .afterFirstUnlock
        }
    }

    /// The value of `kSecAttrAccessible`.
    public var secAccessibilityAttribute: String { accessibility.secAccessibilityAttribute }
}
