public import Dispatch
public import Foundation
internal import PortableKeychain
internal import Synchronization

/// The answer to a question of trust, as the older functions give it.
public enum SecTrustResultType: UInt32, Sendable {
    /// There was no evaluation yet.
    case invalid = 0
    /// Trusted, because a user accepted the faults (``SecTrustSetExceptions(_:_:)``).
    case proceed = 1
    /// Refused by the user; never given here.
    case deny = 3
    /// Trusted.
    case unspecified = 4
    /// Trust is refused, for a reason that a user may accept, such as an expired certificate.
    case recoverableTrustFailure = 5
    /// Trust is refused, and no user may accept it.
    case fatalTrustFailure = 6
    /// The question could not be answered.
    case otherError = 7
}

/// Whether a certificate can be trusted; Apple prefers ``SecTrustEvaluateWithError(_:_:)``.
///
/// - Parameters:
///   - trust: The object to ask.
///   - result: Receives ``SecTrustResultType/unspecified`` for a trusted certificate,
///     ``SecTrustResultType/proceed`` for one that is trusted because of exceptions,
///     ``SecTrustResultType/fatalTrustFailure`` for one that no exception can help, and
///     ``SecTrustResultType/recoverableTrustFailure`` for another; may be `nil`.
/// - Returns: ``errSecSuccess``, also for a certificate that is not trusted.
@discardableResult
public func SecTrustEvaluate(
    _ trust: SecTrust,
    _ result: UnsafeMutablePointer<SecTrustResultType>?
) -> OSStatus {
    _ = try? path(trust)
    result?.pointee = trust.state.withLock { $0.answer }
    return errSecSuccess
}

/// The function that ``SecTrustEvaluateAsync(_:_:_:)`` calls, with the object and the answer.
public typealias SecTrustCallback = @Sendable (SecTrust, SecTrustResultType) -> Void

/// Whether a certificate can be trusted, answered later; Apple prefers
/// ``SecTrustEvaluateAsyncWithError(_:_:_:)``.
///
/// - Parameters:
///   - trust: The object to ask.
///   - queue: The queue on which trust is evaluated and the result called; `nil` for a queue of the
///     system.
///   - result: Receives the object, and the answer of ``SecTrustEvaluate(_:_:)``.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust,
    _ queue: DispatchQueue?,
    _ result: @escaping SecTrustCallback
) -> OSStatus {
    (queue ?? .global()).async {
        var answer = SecTrustResultType.invalid
        SecTrustEvaluate(trust, &answer)
        result(trust, answer)
    }
    return errSecSuccess
}

/// The last answer to the question of trust.
///
/// - Parameters:
///   - trust: The object that was asked.
///   - result: Receives the result of ``SecTrustEvaluate(_:_:)``; ``SecTrustResultType/invalid``
///     before an evaluation, and after policies, anchors, the date or exceptions were set.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustGetTrustResult(
    _ trust: SecTrust,
    _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    result.pointee = trust.state.withLock { $0.answer }
    return errSecSuccess
}

/// Whether a certificate can be trusted, answered later.
///
/// - Parameters:
///   - trust: The object to ask.
///   - queue: The queue on which trust is evaluated and the result called.
///   - result: Receives the object, the answer, and the error of
///     ``SecTrustEvaluateWithError(_:_:)``.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust,
    _ queue: DispatchQueue,
    _ result: @escaping @Sendable (SecTrust, Bool, CFError?) -> Void
) -> OSStatus {
    queue.async {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        result(trust, isTrusted, error)
    }
    return errSecSuccess
}

/// A certificate of the chain; Apple prefers ``SecTrustCopyCertificateChain(_:)``.
///
/// - Parameters:
///   - trust: The object to ask.
///   - index: The position in the chain: 0 for the certificate in question.
/// - Returns: The certificate, or `nil` beyond the end of the chain.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: CFIndex) -> SecCertificate? {
    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
    return chain.indices.contains(index) ? chain[index] : nil
}

/// The public key of the certificate in question; the former name of ``SecTrustCopyKey(_:)``.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }
