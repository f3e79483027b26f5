internal import KeychainEssentials

/// The requirements of an evaluation for a path.
struct TrustDemand: Sendable {
    /// The certificates that are trusted by themselves, those of the system among them.
    var anchors: Set<X509Certificate> = []
    /// The anchors that only the system trusts, whose authorities must keep stricter rules.
    var systemAnchors: Set<X509Certificate> = []
    /// The time at which all certificates must be valid.
    var moment = Date(timeIntervalSinceReferenceDate: 0)
    /// The purpose that the certificate in question must have.
    var purpose = CertificatePolicy.Demands.path
    /// The requirements for revocation.
    var revocation = RevocationDemand()
}
