#if !canImport(Darwin)
    internal import Crypto
    internal import KeychainEssentials

    /// The common part of the parameter sets of ML-DSA.
    protocol MLDSAKey: SeededKey where Public: MLDSAVerifyingKey {
        init() throws
        func signature<D: DataProtocol>(for data: D) throws -> Data
    }

    /// A public key that verifies.
    protocol MLDSAVerifyingKey: LatticePublicKey {
        func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool
    }

    /// Keys of a set of ML-DSA (FIPS 204), which sign messages with an empty context.
    struct MLDSAKeys<Key: MLDSAKey>: SeededKeys {
        let type = KeyType.mlDSA

        func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
            scheme == .mlDSA && (operation == .sign || operation == .verify)
        }

        func sign(
            _ bytes: [UInt8],
            _ scheme: KeyScheme,
            privateKey: SecretBytes
        ) throws(KeychainError) -> [UInt8] {
            try KeychainError.attempt(.internalError, "Signing failed.") {
                [UInt8](try key(privateKey).signature(for: bytes))
            }
        }

        func isValid(
            _ signature: [UInt8],
            of bytes: [UInt8],
            _ scheme: KeyScheme,
            publicKey: [UInt8]
        ) throws(KeychainError) -> Bool {
            (try? Key.Public(rawRepresentation: publicKey))
                .map { $0.isValidSignature(signature, for: bytes) } ?? false
        }
    }

    extension MLDSAKey {
        static var family: any KeyFamily { MLDSAKeys<Self>() }
        static var seedLength: Int { 32 }
        static func make() throws -> Self { try Self() }
    }

    extension MLDSA65.PrivateKey: MLDSAKey {
        static let name = KeyAlgorithmIdentifier.Name.mlDSA65
        static let number = 65
    }

    extension MLDSA87.PrivateKey: MLDSAKey {
        static let name = KeyAlgorithmIdentifier.Name.mlDSA87
        static let number = 87
    }

    extension MLDSA65.PublicKey: MLDSAVerifyingKey { typealias Private = MLDSA65.PrivateKey }
    extension MLDSA87.PublicKey: MLDSAVerifyingKey { typealias Private = MLDSA87.PrivateKey }
#endif
