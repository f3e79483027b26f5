@_spi(Keepers) package import PortableKeychain
internal import KeychainEssentials

extension MatchFilter {
    /// Certificates that are valid at a moment, in seconds since 2001-01-01T00:00:00Z.
    package static func valid(at seconds: Double) -> MatchFilter {
        .validOnDate(Date(timeIntervalSinceReferenceDate: seconds))
    }
}
