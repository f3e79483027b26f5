public import Foundation
internal import PortableKeychain
internal import Synchronization

/// The faults of the certificate, in a form with which a user can accept it.
///
/// Ask the user first, and only accept what was shown. The answer is bound to the certificate, to the
/// certificates at fault, and to the kinds of their faults: any other fault is refused later, such as
/// one that arises when a certificate expires. An unknown critical extension, a name that an
/// authority may not give, and an unknown policy cannot be accepted.
///
/// - Parameter trust: The object to ask. Exceptions that were set before have no effect here.
/// - Returns: Bytes for ``SecTrustSetExceptions(_:_:)``, which have no other use. They may be kept
///   in a file, but every user who can change it decides which certificates are trusted.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    TrustExceptions(of: trust.state.withLock { $0 }).data as NSData
}

/// Accepts the faults that a certificate had when ``SecTrustCopyExceptions(_:)`` was called.
///
/// - Parameters:
///   - trust: The object to ask.
///   - exceptions: The bytes of that function; `nil` to accept nothing.
/// - Returns: Whether the bytes are for the certificate in question. If not, nothing is accepted.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    trust.state.withLock { state in
        state.exceptions = exceptions.flatMap {
            TrustExceptions($0 as Data, for: state.certificate)
        }
        return state.exceptions != nil
    }
}
