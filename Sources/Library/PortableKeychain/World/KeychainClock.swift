internal import KeychainEssentials

/// The source of the current time, as a parameter: replace it in tests to control the time.
public struct KeychainClock: Sendable {
    /// Seconds since 2001-01-01T00:00:00Z.
    public let now: @Sendable () -> Double

    /// Makes a clock.
    ///
    /// - Parameter now: Returns the time in seconds since 2001-01-01T00:00:00Z.
    public init(_ now: @escaping @Sendable () -> Double) { self.now = now }

    /// The system's clock.
    public static let system = KeychainClock { Date().timeIntervalSinceReferenceDate }
}
