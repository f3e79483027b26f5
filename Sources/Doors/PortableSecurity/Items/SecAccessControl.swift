public import Foundation
package import PortableKeychain

/// The protection of an item: when it can be read, and which authentication it requires.
///
/// Make one with ``SecAccessControlCreateWithFlags(_:_:_:_:)`` and pass it under
/// ``kSecAttrAccessControl``. Two are equal when they protect alike.
public final class SecAccessControl: NSObject, Sendable {
    /// The protection, or `nil` for "until reboot", which no item can have.
    let value: AccessControl?

    init(_ value: AccessControl?) { self.value = value }

    /// Whether another object protects alike.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecAccessControl)?.value == value
    }

    /// A hash of the protection.
    public override var hash: Int { value.hashValue }
}

extension SecAccessControl: AccessControlHolder {
    package var accessControl: AccessControl? { value }
}

/// The number of protections, to compare with `CFGetTypeID`.
public func SecAccessControlGetTypeID() -> CFTypeID { TypeIdentifier.accessControl }

/// The authentication that using an item requires.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: CFOptionFlags

    /// Creates a set from its bits.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Any proof of the user's presence.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any enrolled biometry.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// The older name of ``biometryAny``.
    public static let touchIDAny = biometryAny
    /// The biometry enrolled when the item was made.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// The older name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The device's passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// A paired device.
    public static let companion = Self(rawValue: 1 << 5)
    /// The older name of ``companion``.
    public static let watch = companion
    /// One of the constraints suffices.
    public static let or = Self(rawValue: 1 << 14)
    /// All constraints are needed.
    public static let and = Self(rawValue: 1 << 15)
    /// The item is a private key that signs or decrypts.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// A password of the application's own.
    public static let applicationPassword = Self(rawValue: 1 << 31)
}

/// Creates a protection.
///
/// Which flags go together is decided by `AccessControl` (item-semantics.md §4.4).
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - protection: A `kSecAttrAccessible…` value.
///   - flags: The required authentication; an empty set requires none.
///   - error: Receives ``errSecParam`` as an error when `nil` is returned; release it.
/// - Returns: The protection, or `nil` for an unknown protection or flags that exclude each other.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?,
    _ protection: CFTypeRef,
    _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    let constraints = AccessControl.Constraints(rawValue: UInt64(flags.rawValue))
    let name = (protection as? NSString).map { $0 as String } ?? ""
    // "f" (until reboot) is for keys in hardware: a valid protection that no item accepts, whose
    // flags are judged like all others.
    let accessibility = name == "f" ? .alwaysThisDeviceOnly : Accessibility(rawValue: name)
    guard let accessibility,
        let value = try? AccessControl(accessibility, constraints: constraints)
    else {
        error?.pointee = Unmanaged.passRetained(NSError.status(errSecParam))
        return nil
    }
    return SecAccessControl(name == "f" ? nil : value)
}
