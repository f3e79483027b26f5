@_spi(Keepers) package import PortableKeychain

/// The wait before something that failed is tried again: each time twice as long.
///
/// The waits are spread, so that many devices do not come back at one moment.
package struct BackOff: Sendable {
    private let shortest: Duration
    private let longest: Duration
    private let entropy: KeychainEntropy
    /// The shortest time that a connection must last to count as one that worked.
    private static let enough = Duration.seconds(10)
    /// The longest that the next wait can be.
    private var next: Duration

    /// - Parameters:
    ///   - shortest: The longest first wait.
    ///   - longest: The longest wait of all.
    ///   - entropy: Spreads the waits.
    package init(
        from shortest: Duration = .seconds(1),
        to longest: Duration = .seconds(300),
        entropy: KeychainEntropy = .system
    ) {
        (self.shortest, self.longest, self.entropy) = (shortest, longest, entropy)
        next = shortest
    }

    /// The next wait.
    package mutating func wait() -> Duration {
        defer { next = min(next * 2, longest) }
        return spread(next)
    }

    /// Notes that it did not fail: the next wait is a short one.
    package mutating func reset() { next = shortest }

    /// Notes how long a connection lasted: one that was not ended at once worked.
    package mutating func note(lasted length: Duration) {
        if length > min(next, Self.enough) { reset() }
    }

    /// A random time from half of a time to all of it.
    package func spread(_ length: Duration) -> Duration {
        length / 2 + part(of: length / 2)
    }

    /// A random time up to another one.
    package func part(of length: Duration) -> Duration {
        let chance = entropy.bytes(2).reduce(0) { $0 << 8 | Int($1) }
        return length * chance / 65_535
    }
}
