internal import CKeychainPlatform

/// The source of randomness, as a parameter: the only one for keys, nonces and references.
///
/// Replace it in tests only; a predictable source makes a keychain worthless.
@_spi(Keepers) public struct KeychainEntropy: Sendable {
    /// Fills a buffer with random bytes.
    public let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Makes a source.
    ///
    /// - Parameter fill: Fills the whole buffer with random bytes.
    public init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.fill = fill
    }

    /// The kernel's random number generator (getrandom(2), getentropy(2)).
    public static let system = KeychainEntropy { buffer in
        guard let start = buffer.baseAddress else { return }
        // Without randomness every key would be guessable, so the program must not continue.
        guard pk_random(start, buffer.count) == 0 else { fatalError("no system randomness") }
    }

    /// Returns random bytes.
    package func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }
}
