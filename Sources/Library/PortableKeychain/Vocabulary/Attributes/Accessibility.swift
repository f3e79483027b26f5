/// The condition under which an item can be read, and whether it may leave the device
/// (`kSecAttrAccessible…`).
///
/// It matters for a keychain with a passcode; without one, every item is readable at all times.
///
/// | choose | for |
/// |---|---|
/// | ``whenUnlocked`` | what a person uses: it is the default |
/// | ``afterFirstUnlock`` | background jobs, which run also while the keychain is locked again |
/// | ``always`` | what is not secret, such as certificates; a stolen device key opens it |
/// | ``whenPasscodeSetThisDeviceOnly`` | what must not exist without a passcode: removing the passcode deletes it |
///
/// The cases that end with `ThisDeviceOnly` keep the item on this machine: it is in no backup, is not
/// synchronized, and cannot be exported to another keychain by ``Keychain/backup(passphrase:proving:)``.
/// If a person has to prove something at each read, choose an ``AccessControl`` in addition.
///
/// ```swift
/// let keychain = try Keychain.default
/// let token = GenericPassword(service: "backup", accessibility: .afterFirstUnlockThisDeviceOnly)
/// try keychain.set("s3cret", for: token)
/// ```
@nonexhaustive public enum Accessibility: String, Hashable, Sendable, CaseIterable {
    /// While the keychain is unlocked, `ak`. The default.
    case whenUnlocked = "ak"
    /// Readable from the first unlock on, also while the keychain is locked, `ck`.
    ///
    /// It ends at a restart, 7 days after the last unlock (or after the time for which it was unlocked, if
    /// that is longer), or with `keychainctl lock --all`; logging out does not end it.
    case afterFirstUnlock = "ck"
    /// Always, `dk`.
    case always = "dk"
    /// While the keychain is unlocked, only on this device, `aku`.
    case whenUnlockedThisDeviceOnly = "aku"
    /// The same as ``afterFirstUnlock``, only on this device, `cku`.
    case afterFirstUnlockThisDeviceOnly = "cku"
    /// Always, only on this device, `dku`.
    case alwaysThisDeviceOnly = "dku"
    /// While the keychain is unlocked, only on this device, and only as long as a passcode is set,
    /// `akpu`.
    case whenPasscodeSetThisDeviceOnly = "akpu"
}
