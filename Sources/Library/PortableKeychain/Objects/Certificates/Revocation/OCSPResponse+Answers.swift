package import KeychainEssentials

extension OCSPResponse {
    /// The purpose of the certificate of a signer of answers for an authority (RFC 6960, 4.2.2.2).
    private static let signingPurpose = "1.3.6.1.5.5.7.3.9"

    /// The answers about a certificate; empty if the response itself is not valid.
    ///
    /// It counts when it is signed by the issuer, or by a signer that has a certificate for that
    /// from the issuer, and when it is current. Critical extensions are not supported.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - issuer: Its issuer, whose signature was verified.
    ///   - moment: The time at which it must be current.
    /// - Returns: The answers that count.
    package func answers(
        about certificate: X509Certificate,
        issuedBy issuer: X509Certificate,
        at moment: Date
    ) -> [Answer] {
        // Signatures take longest, and come last.
        let found = answers.filter {
            $0.isCurrent(at: moment) && $0.certificate.isThat(of: certificate, issuedBy: issuer)
        }
        guard !found.isEmpty, !hasCriticalExtension, isSigned(for: issuer, at: moment) else {
            return []
        }
        return found
    }

    /// Whether it is signed by an authority, or by a signer that may sign for it.
    private func isSigned(for issuer: X509Certificate, at moment: Date) -> Bool {
        if isSigned(by: issuer) { return true }
        return certificates.contains { other in
            other.extendedKeyUsage?.contains(Self.signingPurpose) == true
                && other.keyUsage?.contains(.digitalSignature) ?? true
                && other.extensions.unsupported == nil
                && other.validity.contains(moment)
                && other.normalizedIssuer == issuer.normalizedSubject
                && isSigned(by: other) && other.isSigned(by: issuer)
        }
    }

    private func isSigned(by signer: X509Certificate) -> Bool {
        let isNamed =
            switch responder {
            case .name(let name): name == signer.normalizedSubject
            case .key(let digest): digest == signer.publicKeyHash
            }
        return isNamed
            && signer.hasSigned(signed.content, as: signed.signature, by: signed.algorithm)
    }
}

extension OCSPResponse.Answer {
    /// The difference of clocks that is tolerated, in seconds.
    private static let tolerance = 300.0

    fileprivate func isCurrent(at moment: Date) -> Bool {
        // As numbers, so that a date that is not a number is never current.
        let seconds = moment.timeIntervalSinceReferenceDate
        return seconds >= firstMoment.timeIntervalSinceReferenceDate - Self.tolerance
            && seconds <= lastMoment.timeIntervalSinceReferenceDate + Self.tolerance
    }
}
