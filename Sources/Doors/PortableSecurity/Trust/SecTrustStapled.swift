public import Foundation
internal import PortableKeychain
internal import Synchronization

/// More responses than a connection ever brings.
private let responseLimit = 20

/// Gives the answers of authorities about revocation that came with a connection (RFC 6960; "stapled").
///
/// A response counts when it is about a certificate of the path, signed by that certificate's
/// issuer or by a signer with a certificate of the issuer for that purpose, and current: one
/// without an end, for a day. A certificate that it calls revoked is refused with
/// ``errSecCertificateRevoked``, and no exception helps. Any other response is ignored as if it
/// were not there, unless a policy requires a positive one
/// (``kSecRevocationRequirePositiveResponse``).
///
/// - Parameters:
///   - trust: The object to ask.
///   - responseData: The bytes of a response, or an array of them, at most 20; `nil` for none. They
///     replace those that were given before.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for objects of other classes, and for more.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    guard let responses = list(responseData ?? [] as NSArray, of: NSData.self),
        responses.count <= responseLimit
    else { return errSecParam }
    let readable = responses.compactMap { try? OCSPResponse(der: $0 as Data) }
    trust.state.withLock { $0.responses = readable }
    return errSecSuccess
}

/// Gives the statements of logs that a certificate is in them (RFC 6962).
///
/// They are kept, and change no answer: they prove that a log has a certificate only to those who know
/// which logs to trust, and nothing here knows any. So no certificate is refused for want of them, and
/// ``kSecTrustCertificateTransparency`` is in no result.
///
/// - Parameters:
///   - trust: The object to ask.
///   - sctArray: An array of the bytes of a timestamp each; `nil` for none. They replace those that were
///     given before.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for objects of other classes.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(
    _ trust: SecTrust,
    _ sctArray: CFArray?
) -> OSStatus {
    guard let timestamps = list(sctArray ?? [], of: NSData.self) else { return errSecParam }
    trust.state.withLock { $0.timestamps = timestamps.map { $0 as Data } }
    return errSecSuccess
}
