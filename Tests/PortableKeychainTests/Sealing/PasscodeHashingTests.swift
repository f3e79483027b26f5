import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The bounds of the cost of a passcode (vault-format.md §5.3).
@Suite struct PasscodeHashingTests {
    @Test(
        arguments: [
            (1 << 10, 1, 1, true), (1 << 17, 8, 1, true), (1 << 15, 1, 1, true),
            (1 << 10, 32, 16, true), (1 << 18, 16, 1, true),
            // Too cheap.
            (1 << 9, 8, 1, false), (2, 8, 1, false), (1, 8, 1, false), (0, 8, 1, false),
            // No power of two.
            (1 << 10 | 1, 8, 1, false), (3 << 10, 8, 1, false),
            // RFC 7914, 2: N < 2^(128 · r / 8).
            (1 << 16, 1, 1, false), (1 << 16, 2, 1, true),
            // The other two, and their product.
            (1 << 10, 0, 1, false), (1 << 10, 33, 1, false), (1 << 10, 8, 0, false),
            (1 << 10, 8, 17, false), (1 << 19, 16, 1, false), (1 << 18, 16, 2, false),
            (1 << 31, 32, 16, false),
        ] as [(UInt32, UInt32, UInt32, Bool)]
    )
    func isBounded(_ rounds: UInt32, _ blockSize: UInt32, _ parallelism: UInt32, _ isAllowed: Bool)
    {
        let made = code {
            _ = try PasscodeHashing(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        }
        #expect(made == (isAllowed ? nil : .invalidParameter))
        var writer = ByteWriter()
        for number in [rounds, blockSize, parallelism] { writer.integer(number) }
        let read = code {
            _ = try writer.bytes.withRawBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                return try PasscodeHashing(storedIn: &reader)
            }
        }
        #expect(read == (isAllowed ? nil : .corrupt))
    }
}
