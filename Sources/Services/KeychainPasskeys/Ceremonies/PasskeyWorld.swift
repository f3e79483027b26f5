@_spi(Keepers) package import PortableKeychain

/// Parameters of a ceremony that come from outside.
package struct PasskeyWorld: Sendable {
    /// The time.
    package var clock: KeychainClock
    /// Randomness for identifiers; that of keys is the cryptographic library's.
    package var entropy: KeychainEntropy

    /// Makes it.
    ///
    /// - Parameters:
    ///   - clock: The time.
    ///   - entropy: Randomness for identifiers.
    package init(clock: KeychainClock = .system, entropy: KeychainEntropy = .system) {
        self.clock = clock
        self.entropy = entropy
    }
}
