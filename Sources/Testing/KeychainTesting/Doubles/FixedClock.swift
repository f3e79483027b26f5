public import PortableKeychain
internal import Synchronization

/// A clock that stands still until the test moves it.
public final class FixedClock: Sendable {
    private let seconds: Mutex<Double>

    /// Creates a clock that shows a moment.
    ///
    /// - Parameter seconds: The moment, in seconds since 2001-01-01T00:00:00Z.
    public init(_ seconds: Double = 800_000_000) { self.seconds = Mutex(seconds) }

    /// The moment it shows, in seconds since 2001-01-01T00:00:00Z.
    public var now: Double { seconds.withLock { $0 } }

    /// Lets time pass.
    ///
    /// - Parameter duration: The time in seconds; negative to set the clock back.
    public func advance(by duration: Double) { seconds.withLock { $0 += duration } }

    /// The clock as a keychain takes it.
    public var clock: KeychainClock { KeychainClock { self.now } }
}
