public import Foundation
internal import PortableKeychain
internal import Synchronization

/// Whether a certificate can be trusted for the demands of its policies.
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
            userInfo: [NSLocalizedDescriptionKey: reason(of: refusal, trust)]
        )
        return false
    }
}

/// The certificates from the one in question to the anchor.
///
/// - Parameter trust: The object to ask.
/// - Returns: An array of certificates. If the certificate is not trusted, it is the longest path on
///   which each one is signed by the next; certificates that were only handed in are not in it, so
///   that a program which compares keys along it is not deceived.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    chain(trust).map { SecCertificate($0) } as NSArray
}

/// The path of ``SecTrustCopyCertificateChain(_:)``, after an evaluation.
func chain(_ trust: SecTrust) -> [X509Certificate] {
    do throws(CertificateTrustError) {
        return try path(trust)
    } catch {
        return error.path
    }
}

/// The number of certificates that ``SecTrustCopyCertificateChain(_:)`` returns.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    SecTrustCopyCertificateChain(trust)?.count ?? 0
}

/// The path of certificates that satisfies all policies; the answer is remembered.
func path(_ trust: SecTrust) throws(CertificateTrustError) -> [X509Certificate] {
    let state = trust.state.withLock { $0 }
    var isExcused = false
    do throws(CertificateTrustError) {
        let path = try state.path { fault in
            guard state.exceptions?.excuse(fault) == true else { return false }
            isExcused = true
            return true
        }
        trust.state.withLock { $0.set(isExcused ? .proceed : .unspecified) }
        return path
    } catch {
        let isRecoverable = error.cause.isExcusable
        trust.state.withLock {
            $0.set(isRecoverable ? .recoverableTrustFailure : .fatalTrustFailure)
        }
        throw error
    }
}

extension SecTrust.State {
    /// Keeps an answer, and when it was given.
    fileprivate mutating func set(_ answer: SecTrustResultType) {
        self.answer = answer
        answerDate = Date(timeIntervalSinceReferenceDate: KeychainClock.system.now())
    }

    /// The known state of revocation, and whether the policies demand more.
    var revocation: RevocationDemand {
        var demand = RevocationDemand()
        demand.responses = responses
        demand.isRequired = policies.compactMap(\.revocationFlags).contains {
            $0 & kSecRevocationRequirePositiveResponse != 0
        }
        return demand
    }

    /// The path of certificates that satisfies all policies, except for faults that are excused.
    func path(
        excusing excuse: (CertificateTrustError) -> Bool
    ) throws(CertificateTrustError) -> [X509Certificate] {
        do throws(CertificateTrustError) {
            return try path(besides: [], excusing: excuse)
        } catch {
            // The system's certificates are read only for what the given anchors do not decide.
            guard trustsSystem, error.cause == .noAnchor, let system = X509Certificate.systemAnchors
            else { throw error }
            return try path(besides: system, excusing: excuse)
        }
    }

    private func path(
        besides systemAnchors: [X509Certificate],
        excusing excuse: (CertificateTrustError) -> Bool
    ) throws(CertificateTrustError) -> [X509Certificate] {
        // The path is demanded even where no policy is set.
        let demanded = self.policies.filter { $0.revocationFlags == nil }.map(\.policy)
        let policies = demanded.isEmpty ? [.basicX509] : demanded
        var path: [X509Certificate] = []
        for policy in policies {
            var question = TrustQuestion(
                policy: policy,
                anchors: anchors ?? [],
                intermediates: others,
                moment: moment
            )
            question.systemAnchors = systemAnchors
            question.revocation = revocation
            path = try certificate.evaluateTrust(question, excusing: excuse)
        }
        return path
    }
}

/// The sentence about a refusal, with advice if the system's certificates are missing.
func reason(of refusal: CertificateTrustError, _ trust: SecTrust) -> String {
    let isMissing =
        refusal.cause == .noAnchor && trust.state.withLock { $0.trustsSystem }
        && X509Certificate.systemAnchors == nil
    return isMissing ? "\(refusal.reason) \(SystemAnchors.advice)" : refusal.reason
}

extension SecTrust.State {
    /// Whether the certificates of the system are anchors.
    fileprivate var trustsSystem: Bool { anchors == nil || !hasOnlyGivenAnchors }
}

extension CertificateTrustError.Cause {
    /// Apple's number for the cause (item-semantics.md §6.5).
    var status: OSStatus {
        switch self {
        case .notValidYet: errSecCertificateNotValidYet
        case .expired: errSecCertificateExpired
        case .unknownExtension: errSecUnknownCriticalExtensionFlag
        case .forbiddenName: errSecCertificateNameNotAllowed
        case .wrongPurpose: errSecInvalidExtendedKeyUsage
        case .longValidity: errSecCertificateValidityPeriodTooLong
        case .wrongHost: errSecHostNameMismatch
        case .wrongAddress: errSecSMIMEEmailAddressesNotFound
        case .weakKey: errSecUnsupportedKeySize
        case .unknownPolicy: errSecUnimplemented
        case .revoked: errSecCertificateRevoked
        case .noRevocationAnswer: errSecIncompleteCertRevocationCheck
        default: errSecNotTrusted
        }
    }
}
