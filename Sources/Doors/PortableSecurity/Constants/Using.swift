public import Foundation

// The keys and values for the way to carry out an operation. The strings are those of Apple's
// SecItemConstants.c. Literal NSStrings never change, which is why sharing them between threads is
// safe although NSString is not Sendable.

/// The key that selects the keychain on macOS; there is only one here.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// The key of an `LAContext`.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// The key of the treatment of an item that requires its user.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The user is asked; the default.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// The call fails with `errSecInteractionNotAllowed`.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// The item is skipped; only for searches.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The older way to say `kSecUseAuthenticationUIFail`, a Boolean.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// The key of a text to show to the user.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// The key of a credential, bytes.
nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"
/// The key of items to work on; refused.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// The key of a macOS keychain file; refused.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// The key that overrides whether a removed item is remembered.
nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"
/// The key of the system's keychain; refused.
nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"
/// The key of the system's keychain in any case; refused.
nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways"
/// The key of a shared tablet's user; refused.
nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"
/// The key of the keychain that all users share; refused.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
    "u_UserIndependentKeychain"
