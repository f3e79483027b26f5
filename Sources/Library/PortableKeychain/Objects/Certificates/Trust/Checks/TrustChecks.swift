/// The checks of an evaluation, in the order in which they are made.
///
/// A stage is made whole, certificate by certificate, so that of several faults the one nearest to the
/// certificate in question is reported.
enum TrustChecks {
    /// The stage at which checks are made.
    enum Stage: CaseIterable {
        /// The extension of a path: may the authority at its end issue the certificate below it?
        case issuer
        /// The end of a complete path: does it end in trust?
        case end
        /// On a path to an anchor: are its certificates good in themselves?
        case certificates
        /// On a path to an anchor: may its authorities issue for the names below them?
        case names
        /// On the path that was found: are its certificates for the purpose?
        case purpose
        /// On the path that was found: does a server keep the rules of recent years?
        case server
        /// On the path that was found: was a certificate revoked?
        case revocation
    }

    /// The checks of a stage.
    static func checks(_ stage: Stage) -> [any TrustCheck] {
        switch stage {
        case .issuer:
            [
                BasicConstraintsCheck(), CertificateSigningCheck(), PathLengthCheck(),
                SignatureCheck(),
            ]
        case .end: [AnchorCheck()]
        case .certificates: [CriticalExtensionsCheck(), ValidityCheck()]
        case .names: [NameConstraintsCheck()]
        case .purpose:
            [
                ExtendedKeyUsageCheck(), KeyUsageCheck(), KeyStrengthCheck(), HostCheck(),
                MailAddressCheck(),
            ]
        case .server: [ServerNamesCheck(), ServerPurposeCheck(), ServerPeriodCheck()]
        case .revocation: [RevocationCheck()]
        }
    }

    /// The faults of one certificate by itself for a purpose, as a search asks for them.
    static func faults(
        of certificate: X509Certificate,
        for purpose: CertificatePolicy.Demands
    ) -> [CertificateTrustError] {
        var path = TrustPath([certificate])
        var work = TrustWork()
        path.check([.purpose], for: TrustDemand(purpose: purpose), &work)
        return path.faults
    }
}
