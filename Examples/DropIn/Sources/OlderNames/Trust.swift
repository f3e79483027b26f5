import Dispatch
import Foundation
import Security

/// Code that evaluates certificates of servers, and remembers those that its user accepted.
public enum OlderTrust {
    /// The answers of the newer and the older functions, before and after a user accepted a fault.
    public static func acceptsFaults(of certificate: Data) -> [Bool] {
        guard let certificate = SecCertificateCreateWithData(nil, certificate as CFData) else {
            return []
        }
        var made: SecTrust?
        let policies = [
            SecPolicyCreateSSL(true, "example.org" as CFString),
            SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod),
        ].compactMap { $0 }
        SecTrustCreateWithCertificates(certificate, policies as CFArray, &made)
        guard let trust = made else { return [] }
        SecTrustSetNetworkFetchAllowed(trust, false)
        SecTrustSetAnchorCertificates(trust, [] as CFArray)
        SecTrustSetAnchorCertificatesOnly(trust, true)
        var answers = [SecTrustEvaluateWithError(trust, nil)]
        let exceptions = SecTrustCopyExceptions(trust)
        answers.append(SecTrustSetExceptions(trust, exceptions))
        var result = SecTrustResultType.invalid
        SecTrustEvaluate(trust, &result)
        answers.append(result == .proceed || result == .unspecified)
        SecTrustGetTrustResult(trust, &result)
        let done = DispatchSemaphore(value: 0)
        SecTrustEvaluateAsyncWithError(trust, .global()) { _, isTrusted, error in
            precondition(isTrusted && error == nil)
            done.signal()
        }
        done.wait()
        answers.append(SecTrustGetCertificateAtIndex(trust, 0) == certificate)
        answers.append(SecTrustCopyPublicKey(trust) == SecCertificateCopyPublicKey(certificate))
        answers.append(SecCertificateCopySerialNumber(certificate) != nil)
        let name = [kSecPolicyName: "ann@example.org"] as CFDictionary
        answers.append(SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, name) != nil)
        return answers
    }
}
