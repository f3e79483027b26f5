@_spi(Keepers) package import PortableKeychain
internal import Synchronization

/// Random bytes that a seed decides.
package enum SeededSource {
    /// The bytes of a seed, which no two uses of it share.
    package static func entropy(_ seed: UInt64) -> KeychainEntropy {
        let random = Source(SeededRandom(seed ^ 0x5EED))
        return KeychainEntropy { buffer in random.fill(buffer) }
    }

    private final class Source: Sendable {
        private let random: Mutex<SeededRandom>

        init(_ random: SeededRandom) { self.random = Mutex(random) }

        func fill(_ buffer: UnsafeMutableRawBufferPointer) {
            random.withLock { random in
                for place in buffer.indices {
                    buffer[place] = UInt8(truncatingIfNeeded: random.next())
                }
            }
        }
    }
}
