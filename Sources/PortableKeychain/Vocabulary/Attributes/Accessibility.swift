/// When an item can be read, and whether it may leave the device (`kSecAttrAccessible…`).
public enum Accessibility: String, Hashable, Sendable, CaseIterable {
    /// While the keychain is unlocked, `ak`. The default.
    case whenUnlocked = "ak"
    /// From the first unlock until logout or restart, `ck`.
    case afterFirstUnlock = "ck"
    /// Always, `dk`.
    case always = "dk"
    /// While the keychain is unlocked, only on this device, `aku`.
    case whenUnlockedThisDeviceOnly = "aku"
    /// From the first unlock until logout or restart, only on this device, `cku`.
    case afterFirstUnlockThisDeviceOnly = "cku"
    /// Always, only on this device, `dku`.
    case alwaysThisDeviceOnly = "dku"
    /// While the keychain is unlocked, only on this device, and only as long as a passcode is set,
    /// `akpu`.
    case whenPasscodeSetThisDeviceOnly = "akpu"
}
