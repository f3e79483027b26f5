public import Foundation
internal import PortableKeychain

/// The domain of an error, for instance `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ error: CFError!) -> CFString! { error.domain as NSString }

/// The number of an error within its domain.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }

/// The details of an error in addition to its number.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! {
    error.userInfo as NSDictionary
}

/// The description of an error for people.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! {
    error.localizedDescription as NSString
}

/// The domain of status codes, such as ``errSecParam``.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = "NSOSStatusErrorDomain"

/// Makes an error.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - domain: The domain, for instance ``kCFErrorDomainOSStatus``.
///   - code: The number within the domain.
///   - userInfo: Details, under the keys of `NSError`; may be `nil`.
/// - Returns: The error.
public func CFErrorCreate(
    _ allocator: CFAllocator!,
    _ domain: CFErrorDomain!,
    _ code: CFIndex,
    _ userInfo: CFDictionary!
) -> CFError! {
    let details = (userInfo as? [String: Any]) ?? [:]
    return NSError(domain: domain as String, code: code, userInfo: details)
}

/// Carries out a function's work, and puts a failure where the caller wants it.
func reporting<R>(
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ body: () throws(KeychainError) -> R
) -> R? {
    do throws(KeychainError) {
        return try body()
    } catch let failure {
        error?.pointee = Unmanaged.passRetained(NSError.status(failure.status, failure.reason))
        return nil
    }
}

/// Carries out a function's work, and returns its status.
func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        return error.status
    }
}

extension NSError {
    /// An error for a status code, in the domain that Apple's functions use.
    static func status(_ status: OSStatus, _ reason: String? = nil) -> NSError {
        var texts: [String: Any] = [:]
        texts[NSLocalizedDescriptionKey] = SecCopyErrorMessageString(status, nil) as String?
        texts["NSDebugDescription"] = reason
        return NSError(domain: "NSOSStatusErrorDomain", code: Int(status), userInfo: texts)
    }
}
