/// When an item can be read, and whether it may leave the device (`kSecAttrAccessible…`).
public enum Accessibility: String, Hashable, Sendable, CaseIterable {
    /// While the keychain is unlocked, `ak`. The default.
    case whenUnlocked = "ak"
    /// From the first unlock until logout or restart, `ck`.
    case afterFirstUnlock = "ck"
    /// Always, `dk`.
    case always = "dk"
    /// While unlocked, on this device alone, `aku`.
    case whenUnlockedThisDeviceOnly = "aku"
    /// From the first unlock on, on this device alone, `cku`.
    case afterFirstUnlockThisDeviceOnly = "cku"
    /// Always, on this device alone, `dku`.
    case alwaysThisDeviceOnly = "dku"
    /// While unlocked, on this device alone, and only as long as a passcode is set, `akpu`.
    case whenPasscodeSetThisDeviceOnly = "akpu"
}
