package import KeychainEssentials

/// The OCSP responses that an evaluation has, and whether it requires a positive answer.
package struct RevocationDemand: Sendable {
    /// The available answers of authorities.
    package var responses: [OCSPResponse] = []
    /// Whether each certificate needs an answer that says it was not revoked.
    package var isRequired = false

    /// Knows and demands nothing.
    package init() {}

    /// The status of a certificate by the answers that are valid at a moment.
    ///
    /// An answer that it was revoked counts more than others; then the one that is good for longest.
    package func answer(
        about certificate: X509Certificate,
        issuedBy issuer: X509Certificate,
        at moment: Date
    ) -> OCSPResponse.Answer? {
        let answers = responses.flatMap {
            $0.answers(about: certificate, issuedBy: issuer, at: moment)
        }
        return answers.first(where: \.isRevoked)
            ?? answers.max { $0.lastMoment < $1.lastMoment }
    }
}
