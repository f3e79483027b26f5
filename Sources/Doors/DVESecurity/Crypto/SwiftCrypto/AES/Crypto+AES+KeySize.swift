extension Crypto.AES.Key where SD == Crypto.KeyData {
    /// The length of a key.
    public struct KeySize: Hashable, Sendable {
        /// 128 bits.
        public static var bits128: Self { Self(sizeInBytes: 16) }
        /// 192 bits.
        public static var bits192: Self { Self(sizeInBytes: 24) }
        /// 256 bits.
        public static var bits256: Self { Self(sizeInBytes: 32) }

        /// The length in bytes.
        public let sizeInBytes: Int

        /// Takes a length in bytes.
        public init(sizeInBytes: Int) { self.sizeInBytes = sizeInBytes }

        /// Takes a length in bits, a multiple of 8.
        public init(bitCount: Int) { self.init(sizeInBytes: bitCount / 8) }
    }

    /// Makes a random key.
    ///
    /// - Parameter keySize: Its length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with `errSecParam` for a negative length.
    public static func createRandom(_ keySize: KeySize) throws -> Self {
        Self(keyData: try .createRandomData(length: keySize.sizeInBytes))
    }
}
