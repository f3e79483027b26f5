public import Foundation

// When an item can be read: values of `kSecAttrAccessible`.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// Readable while the keychain is unlocked; the default.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Readable from the first unlock until logout or restart.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Always readable; Apple deprecates it.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// Readable while unlocked, on this device alone.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Readable from the first unlock on, on this device alone.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// Always readable, on this device alone; Apple deprecates it.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// Readable while unlocked, here alone, as long as a passcode is set.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
