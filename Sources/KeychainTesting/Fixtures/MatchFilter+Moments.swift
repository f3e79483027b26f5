package import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension MatchFilter {
    /// Certificates that are valid at a moment, in seconds since 2001-01-01T00:00:00Z.
    package static func valid(at seconds: Double) -> MatchFilter {
        .validOnDate(Date(timeIntervalSinceReferenceDate: seconds))
    }
}
