// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Names that exist on Macs only, for keychains in files, entitlements and browsers; those for signed programs, signed
// messages and exports are in the files beside this one. There is nothing here that they could mean, so the compiler says
// what to use instead.

/// A stand-in for types that exist on Macs only; there is no such object.
public final class SecUnavailable: Sendable {
    private init() {}
}

@available(*, unavailable, message: "Open keychains in files with Keychain of PortableKeychain.")
public typealias SecKeychain = SecUnavailable
@available(
    *,
    unavailable,
    message: "Find items with SecItemCopyMatching and kSecReturnPersistentRef."
)
public typealias SecKeychainItem = SecUnavailable
@available(*, unavailable, message: "Protect items with SecAccessControlCreateWithFlags.")
public typealias SecAccess = SecUnavailable
@available(*, unavailable, message: "Separate programs by access groups, kSecAttrAccessGroup.")
public typealias SecTrustedApplication = SecUnavailable
@available(
    *,
    unavailable,
    message: "Name access groups with Keychain.Configuration of PortableKeychain."
)
public typealias SecTask = SecUnavailable

@available(
    *,
    unavailable,
    message: """
        Open keychains in files with Keychain.open of PortableKeychain.
        """
)
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>,
    _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Create keychains in files with Keychain.create of PortableKeychain.
        """
)
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>,
    _ passwordLength: UInt32,
    _ password: UnsafeRawPointer?,
    _ promptUser: Bool,
    _ initialAccess: SecAccess?,
    _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        The functions SecItem… use the default keychain. Leave the call out.
        """
)
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
    errSecUnimplemented
}

@available(*, unavailable, message: "Lock keychains with Keychain.lock of PortableKeychain.")
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Unlock keychains with Keychain.unlock of PortableKeychain.")
public func SecKeychainUnlock(
    _ keychain: SecKeychain?,
    _ passwordLength: UInt32,
    _ password: UnsafeRawPointer?,
    _ usePassword: Bool
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Set interactionNotAllowed of an LAContext.")
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Use SecItemAdd with kSecClassGenericPassword.")
public func SecKeychainAddGenericPassword(
    _ keychain: SecKeychain?,
    _ serviceNameLength: UInt32,
    _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?,
    _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Use SecItemCopyMatching with kSecClassGenericPassword and kSecReturnData.
        """
)
public func SecKeychainFindGenericPassword(
    _ keychainOrArray: CFTypeRef?,
    _ serviceNameLength: UInt32,
    _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Use SecItemUpdate.")
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem,
    _ attrList: UnsafeRawPointer?,
    _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Use SecItemDelete.")
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Data that SecItemCopyMatching returns needs no release. Leave the call out.
        """
)
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Protect items with SecAccessControlCreateWithFlags.")
public func SecAccessCreate(
    _ descriptor: CFString,
    _ trustedlist: CFArray?,
    _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Separate programs by access groups, kSecAttrAccessGroup.")
public func SecTrustedApplicationCreateFromPath(
    _ path: UnsafePointer<CChar>?,
    _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Name access groups with Keychain.Configuration of PortableKeychain.
        """
)
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { nil }

@available(
    *,
    unavailable,
    message: """
        Name access groups with Keychain.Configuration of PortableKeychain.
        """
)
public func SecTaskCopyValueForEntitlement(
    _ task: SecTask,
    _ entitlement: CFString,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? { nil }

@available(
    *,
    unavailable,
    message: """
        Browsers share no passwords with programs here. Use SecItemAdd with \
        kSecClassInternetPassword.
        """
)
public func SecAddSharedWebCredential(
    _ fqdn: CFString,
    _ account: CFString,
    _ password: CFString?,
    _ completionHandler: @escaping @Sendable (CFError?) -> Void
) {}

@available(
    *,
    unavailable,
    message: """
        Browsers share no passwords with programs here. Use SecItemCopyMatching with \
        kSecClassInternetPassword.
        """
)
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?,
    _ account: CFString?,
    _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void
) {}

@available(*, unavailable, message: "Make passwords with SecRandomCopyBytes.")
public func SecCreateSharedWebCredentialPassword() -> CFString? { nil }
