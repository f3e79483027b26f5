public import Foundation
internal import PortableKeychain
internal import Synchronization

/// Whether a certificate can be trusted for what its policies demand.
///
/// - Parameters:
///   - trust: The object to ask.
///   - error: Receives ``errSecNotTrusted``, ``errSecCertificateExpired``,
///     ``errSecHostNameMismatch`` or another code as an error when the answer is `false`. Its
///     description names the certificate at fault.
/// - Returns: Whether signatures lead to an anchor, all certificates are valid, and the first one
///   is for the purpose and the host. A policy that is not known is never satisfied.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    do throws(CertificateTrustError) {
        _ = try path(trust)
        return true
    } catch let refusal {
        error?.pointee = NSError(
            domain: NSOSStatusErrorDomain,
            code: Int(refusal.cause.status),
            userInfo: [NSLocalizedDescriptionKey: refusal.reason]
        )
        return false
    }
}

/// The certificates from the one in question to the anchor.
///
/// - Parameter trust: The object to ask.
/// - Returns: An array of certificates; the given ones where no path was found.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    let given = trust.state.withLock { [$0.certificate] + $0.others }
    return ((try? path(trust)) ?? given).map { SecCertificate($0) } as NSArray
}

/// How many certificates ``SecTrustCopyCertificateChain(_:)`` returns.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    SecTrustCopyCertificateChain(trust)?.count ?? 0
}

/// The path of certificates that satisfies all policies.
private func path(_ trust: SecTrust) throws(CertificateTrustError) -> [X509Certificate] {
    let state = trust.state.withLock { $0 }
    // The path is demanded even where no policy is set.
    let policies = state.policies.isEmpty ? [.basicX509] : state.policies.map(\.policy)
    var path: [X509Certificate] = []
    for policy in policies {
        path = try state.certificate.evaluateTrust(
            for: policy,
            anchors: state.anchors,
            intermediates: state.others,
            at: state.moment
        )
    }
    return path
}

extension CertificateTrustError.Cause {
    /// Apple's number for the cause (item-semantics.md §6.5).
    fileprivate var status: OSStatus {
        switch self {
        case .notValidYet: errSecCertificateNotValidYet
        case .expired: errSecCertificateExpired
        case .unknownExtension: errSecUnknownCriticalExtensionFlag
        case .wrongPurpose: errSecInvalidExtendedKeyUsage
        case .wrongHost: errSecHostNameMismatch
        case .weakKey: errSecUnsupportedKeySize
        case .unknownPolicy: errSecUnimplemented
        default: errSecNotTrusted
        }
    }
}
