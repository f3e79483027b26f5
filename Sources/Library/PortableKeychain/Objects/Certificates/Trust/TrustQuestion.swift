package import KeychainEssentials

/// All that an evaluation of trust is asked, besides the certificate.
package struct TrustQuestion: Sendable {
    /// The purpose that the certificate must have.
    package var policy: CertificatePolicy
    /// The certificates that are trusted by themselves.
    package var anchors: [X509Certificate]
    /// Certificates that may lie between the certificate and an anchor.
    package var intermediates: [X509Certificate]
    /// More anchors, those of the system, whose authorities must keep stricter rules.
    package var systemAnchors: [X509Certificate] = []
    /// The time at which all certificates must be valid; `nil` for now.
    package var moment: Date?
    /// The requirements for revocation.
    package var revocation = RevocationDemand()

    /// Asks under one policy.
    package init(
        policy: CertificatePolicy,
        anchors: [X509Certificate],
        intermediates: [X509Certificate] = [],
        moment: Date? = nil
    ) {
        self.policy = policy
        self.anchors = anchors
        self.intermediates = intermediates
        self.moment = moment
    }

    /// The demands on a path; `nil` for a policy that is not known.
    var demand: TrustDemand? {
        guard let purpose = policy.demands else { return nil }
        let given = Set(anchors)
        let now = Date(timeIntervalSinceReferenceDate: KeychainClock.system.now())
        return TrustDemand(
            anchors: given.union(systemAnchors),
            systemAnchors: Set(systemAnchors).subtracting(given),
            moment: moment ?? now,
            purpose: purpose,
            revocation: revocation
        )
    }

    /// All certificates that may be on a path, each once.
    var chains: CertificateChains {
        let given = Set(anchors)
        let trusted = given.union(systemAnchors)
        return CertificateChains(
            anchors + systemAnchors.filter { !given.contains($0) }
                + intermediates.filter { !trusted.contains($0) }
        )
    }
}
