public import Foundation
internal import PortableKeychain
internal import Synchronization

/// Whether a certificate can be trusted for what its policies demand.
///
/// - Parameters:
///   - trust: The object to ask.
///   - error: Receives ``errSecNotTrusted``, ``errSecCertificateExpired``,
///     ``errSecHostNameMismatch`` or another code as an error when the answer is `false`.
/// - Returns: Whether signatures lead to an anchor, all certificates are valid, and the first one
///   is for the purpose and the host.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    do throws(CertificatePath.Fault) {
        _ = try path(trust)
        return true
    } catch let fault {
        error?.pointee = NSError.status(fault.status)
        return false
    }
}

/// The certificates from the one in question to the anchor.
///
/// - Parameter trust: The object to ask.
/// - Returns: An array of certificates; the given ones where no path was found.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    let given = trust.state.withLock { $0.certificates }
    return ((try? path(trust)) ?? given).map { SecCertificate($0) } as NSArray
}

/// How many certificates ``SecTrustCopyCertificateChain(_:)`` returns.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    SecTrustCopyCertificateChain(trust)?.count ?? 0
}

private func path(_ trust: SecTrust) throws(CertificatePath.Fault) -> [X509Certificate] {
    let state = trust.state.withLock { $0 }
    guard let certificate = state.certificates.first else { throw .noAnchor }
    let path = try CertificatePath(
        from: certificate,
        among: state.certificates,
        to: state.anchors,
        at: state.moment ?? KeychainClock.system.now()
    )
    for policy in state.policies { try policy.purpose.check(path) }
    return path.certificates
}

extension SecPolicy {
    /// What the policy demands besides a path; policies of other names are never made.
    fileprivate var purpose: CertificatePurpose {
        CertificatePurpose(policy: name, host: host, isForClients: isForClients) ?? .any
    }
}

extension CertificatePath.Fault {
    fileprivate var status: OSStatus {
        switch self {
        case .noAnchor: errSecNotTrusted
        case .notValidYet: errSecCertificateNotValidYet
        case .expired: errSecCertificateExpired
        case .unknownExtension: errSecUnknownCriticalExtensionFlag
        case .otherPurpose: errSecInvalidExtendedKeyUsage
        case .otherHost: errSecHostNameMismatch
        }
    }
}
