public import Foundation
internal import PortableKeychain
internal import Synchronization

/// The result of an evaluation, which this function repeats.
///
/// - Parameter trust: The object to ask.
/// - Returns: A dictionary with ``kSecTrustResultValue`` and ``kSecTrustEvaluationDate``. Where anything is
///   known or demanded of revocation, ``kSecTrustRevocationChecked`` says whether all certificates below
///   the anchor are known to be good, and ``kSecTrustRevocationValidUntilDate`` until when; or, of a
///   certificate that was revoked, ``kSecTrustRevocationReason`` says why. Nothing is said about extended
///   validation and about logs, of which nothing is known here.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    let path = chain(trust)
    let state = trust.state.withLock { $0 }
    var result: [CFString: Any] = [kSecTrustResultValue: state.answer.rawValue]
    result[kSecTrustEvaluationDate] = state.answerDate
    result.merge(revocation(of: path, state)) { $1 }
    return result as NSDictionary
}

/// The known state of revocation of the certificates of a path.
private func revocation(
    of path: [X509Certificate],
    _ state: SecTrust.State
) -> [CFString: Any] {
    let demand = state.revocation
    guard let moment = state.moment ?? state.answerDate else { return [:] }
    let answers = zip(path, path.dropFirst()).map {
        demand.answer(about: $0, issuedBy: $1, at: moment)
    }
    for case .revoked(_, let reason)? in answers.map({ $0?.status }) {
        return [kSecTrustRevocationReason: reason ?? 0]
    }
    let good = answers.compactMap { answer in
        if case .good? = answer?.status { answer?.lastMoment } else { nil }
    }
    let isAsked = state.policies.contains { $0.revocationFlags != nil }
    guard isAsked || !good.isEmpty else { return [:] }
    guard good.count == answers.count, let end = good.min() else {
        return [kSecTrustRevocationChecked: false]
    }
    return [kSecTrustRevocationChecked: true, kSecTrustRevocationValidUntilDate: end]
}

/// The certificates of the chain in words, after an evaluation, which this function repeats.
///
/// - Parameter trust: The object to ask.
/// - Returns: An array with a dictionary for each certificate of
///   ``SecTrustCopyCertificateChain(_:)``: ``kSecPropertyTypeTitle`` is its name, and
///   ``kSecPropertyTypeError`` what is wrong with it, if that is why it is not trusted. The sentence
///   quotes names of certificates that are not trusted, so escape control characters before you print it.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    do throws(CertificateTrustError) {
        return try path(trust).map { properties(of: $0) } as NSArray
    } catch let refusal {
        return refusal.path.map { certificate in
            properties(
                of: certificate,
                certificate == refusal.certificate ? reason(of: refusal, trust) : nil
            )
        } as NSArray
    }
}

private func properties(
    of certificate: X509Certificate,
    _ reason: String? = nil
) -> NSDictionary {
    var properties: [CFString: Any] = [:]
    properties[kSecPropertyTypeTitle] = certificate.subjectSummary ?? ""
    properties[kSecPropertyTypeError] = reason
    return properties as NSDictionary
}
