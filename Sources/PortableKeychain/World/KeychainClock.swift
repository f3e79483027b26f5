#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The time, as a parameter: replace it in tests to decide what "now" is.
public struct KeychainClock: Sendable {
    /// Seconds since 2001-01-01T00:00:00Z.
    public let now: @Sendable () -> Double

    /// Makes a clock.
    ///
    /// - Parameter now: Answers the time in seconds since 2001-01-01T00:00:00Z.
    public init(_ now: @escaping @Sendable () -> Double) { self.now = now }

    /// The system's clock.
    public static let system = KeychainClock { Date().timeIntervalSinceReferenceDate }
}
