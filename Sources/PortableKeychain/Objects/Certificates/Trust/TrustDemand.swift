internal import KeychainEssentials

/// What an evaluation demands of a path.
struct TrustDemand: Sendable {
    /// The certificates that are trusted by themselves, those of the system among them.
    var anchors: Set<X509Certificate> = []
    /// Those that only the system trusts, whose authorities must keep stricter rules.
    var systemAnchors: Set<X509Certificate> = []
    /// When all certificates must be valid.
    var moment = Date(timeIntervalSinceReferenceDate: 0)
    /// What the certificate in question must be good for.
    var purpose = CertificatePolicy.Demands.path
    /// What must be known of revocation.
    var revocation = RevocationDemand()
}
