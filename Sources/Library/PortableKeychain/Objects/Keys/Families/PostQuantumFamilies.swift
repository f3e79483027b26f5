internal import Crypto
internal import KeychainEssentials

#if canImport(Darwin)
    /// Apple's systems have these algorithms from version 26 on, which is later than the first
    /// version that this package supports; there the system's own keychain holds such keys.
    enum PostQuantumFamilies {
        static let all: [any KeyFamily] = []
    }
#else
    /// ML-KEM (FIPS 203) and ML-DSA (FIPS 204).
    enum PostQuantumFamilies {
        static let all: [any KeyFamily] = [
            MLKEMKeys<MLKEM768.PrivateKey>(), MLKEMKeys<MLKEM1024.PrivateKey>(),
            MLDSAKeys<MLDSA65.PrivateKey>(), MLDSAKeys<MLDSA87.PrivateKey>(),
        ]
    }

    /// A private key that is a seed.
    ///
    /// Its external representation is the seed and the SHA3-256 of the public key: the seeds of all
    /// sets of an algorithm have the same length, and the digest distinguishes them.
    protocol SeededKey: RepresentedKey {
        associatedtype Public: LatticePublicKey

        static var name: KeyAlgorithmIdentifier.Name { get }
        /// The number of the set.
        static var number: Int { get }
        static var seedLength: Int { get }
        static func make() throws -> Self
        init<D: DataProtocol>(seedRepresentation: D, publicKey: Public?) throws
        init<D: DataProtocol>(integrityCheckedRepresentation: D) throws
        var seedRepresentation: Data { get }
        var integrityCheckedRepresentation: Data { get }
        var publicKey: Public { get }
    }

    extension SeededKey {
        static var keyClass: KeyClass { .privateKey }

        init(externalRepresentation: UnsafeRawBufferPointer) throws {
            try self.init(integrityCheckedRepresentation: externalRepresentation)
        }

        var externalRepresentation: Data { integrityCheckedRepresentation }
    }

    /// A public key in the form of its standard.
    protocol LatticePublicKey: RepresentedKey {
        associatedtype Private: SeededKey

        init<D: DataProtocol>(rawRepresentation: D) throws
        var rawRepresentation: Data { get }
    }

    extension LatticePublicKey {
        static var family: any KeyFamily { Private.family }
        static var keyClass: KeyClass { .publicKey }

        init(externalRepresentation: UnsafeRawBufferPointer) throws {
            try self.init(rawRepresentation: externalRepresentation)
        }

        var externalRepresentation: Data { rawRepresentation }
    }

    /// A family of such keys.
    protocol SeededKeys: KeyFamily {
        associatedtype Key: SeededKey
    }

    extension SeededKeys {
        var algorithm: KeyAlgorithmIdentifier { .named(Key.name) }

        func sizeInBits(publicKey: [UInt8]) -> Int { Key.number }
        func makes(sizeInBits: Int) -> Bool { sizeInBits == Key.number }

        func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
            try KeychainError.attempt(.internalError, "Making the key failed.") {
                var bytes = try Key.make().integrityCheckedRepresentation
                return SecretBytes(moving: &bytes)
            }
        }

        func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
            (try? key(privateKey)).map { [UInt8]($0.publicKey.rawRepresentation) }
        }

        func isPublicKey(_ bytes: [UInt8]) -> Bool {
            (try? Key.Public(rawRepresentation: bytes)) != nil
        }

        func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
            try SeedPrivateKey.inner(privateKey, seedLength: Key.seedLength)
        }

        func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
            let seed = try SeedPrivateKey.seed(inner)
            return try KeychainError.attempt(.undecodable, "This is not a seed of this algorithm.")
            {
                var bytes = try seed.withUnsafeBytes {
                    try Key(seedRepresentation: $0, publicKey: nil).integrityCheckedRepresentation
                }
                return SecretBytes(moving: &bytes)
            }
        }

        func key(_ bytes: SecretBytes) throws -> Key {
            try bytes.withUnsafeBytes { try Key(integrityCheckedRepresentation: $0) }
        }
    }
#endif
