public import KeychainEssentials

/// A condition on items beyond equality of attributes (`kSecMatch…`).
@nonexhaustive @_spi(Keepers) public enum MatchFilter: Hashable, Sendable {
    /// The server is this host or a subdomain of it (internet passwords).
    case hostOrSubdomain(String)
    /// The certificate's chain reaches one of these issuers (DER names).
    case issuers([[UInt8]])
    /// The certificate satisfies a policy.
    case policy(CertificatePolicy)
    /// The certificate is valid at this date; `nil` means now.
    case validOnDate(Date?)
    /// Whether only certificates with a trusted chain match.
    case trustedOnly(Bool)
    /// The certificate contains this e-mail address.
    case emailAddress(String)
    /// The name of a search key that is accepted and ignored.
    case ignored(String)
}
