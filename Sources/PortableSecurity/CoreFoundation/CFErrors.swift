public import Foundation

/// The domain of an error, for instance `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ error: CFError!) -> CFString! { error.domain as NSString }

/// The number of an error within its domain.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }

/// What is known of an error besides its number.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! {
    error.userInfo as NSDictionary
}

/// What a person reads about an error.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! {
    error.localizedDescription as NSString
}

extension NSError {
    /// An error for a status code, in the domain that Apple's functions use.
    static func status(_ status: OSStatus) -> NSError {
        let sentence = SecCopyErrorMessageString(status, nil) as String?
        return NSError(
            domain: "NSOSStatusErrorDomain",
            code: Int(status),
            userInfo: sentence.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
        )
    }
}
