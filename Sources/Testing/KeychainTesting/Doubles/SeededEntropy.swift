@_spi(Keepers) public import PortableKeychain
internal import Synchronization

/// Bytes that look random and are the same in each run.
///
/// Only for tests: with the seed, everything sealed with it can be opened. The
/// generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// 2014).
@_spi(Keepers) public final class SeededEntropy: Sendable {
    private let state: Mutex<UInt64>

    /// Creates a source.
    ///
    /// - Parameter seed: Equal seeds give equal bytes.
    public init(seed: UInt64) { state = Mutex(seed) }

    /// Fills a buffer with the next bytes.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        state.withLock { state in
            for start in stride(from: 0, to: buffer.count, by: 8) {
                let word = Self.next(&state)
                for index in start..<min(start + 8, buffer.count) {
                    buffer[index] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index - start)))
                }
            }
        }
    }

    /// The source as a keychain takes it.
    public var entropy: KeychainEntropy { KeychainEntropy { self.fill($0) } }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
