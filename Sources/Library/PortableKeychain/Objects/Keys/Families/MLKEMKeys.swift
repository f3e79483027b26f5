#if !canImport(Darwin)
    internal import Crypto
    internal import KeychainEssentials

    /// The common part of the parameter sets of ML-KEM.
    protocol MLKEMKey: SeededKey where Public: KEMPublicKey {
        static func generate() throws -> Self
        func decapsulate<D: DataProtocol>(_ encapsulated: D) throws -> SymmetricKey
    }

    /// Keys of a set of ML-KEM (FIPS 203).
    struct MLKEMKeys<Key: MLKEMKey>: SeededKeys {
        let type = KeyType.mlKEM

        func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
            scheme == .mlKEM && (operation == .encapsulate || operation == .decapsulate)
        }

        func encapsulate(publicKey: [UInt8]) throws(KeychainError) -> Encapsulation {
            try KeychainError.attempt(.internalError, "Encapsulating failed.") {
                let result = try Key.Public(rawRepresentation: publicKey).encapsulate()
                return Encapsulation(
                    sharedSecret: SecretBytes(copying: result.sharedSecret),
                    ciphertext: [UInt8](result.encapsulated)
                )
            }
        }

        func decapsulate(
            _ ciphertext: [UInt8],
            privateKey: SecretBytes
        ) throws(KeychainError) -> SecretBytes {
            do {
                return SecretBytes(copying: try key(privateKey).decapsulate(ciphertext))
            } catch {
                throw .notDecrypted  // Only the length can be wrong: FIPS 203 rejects silently.
            }
        }
    }

    extension MLKEMKey {
        static var family: any KeyFamily { MLKEMKeys<Self>() }
        static var seedLength: Int { 64 }
        static func make() throws -> Self { try generate() }
    }

    extension MLKEM768.PrivateKey: MLKEMKey {
        static let name = KeyAlgorithmIdentifier.Name.mlKEM768
        static let number = 768
    }

    extension MLKEM1024.PrivateKey: MLKEMKey {
        static let name = KeyAlgorithmIdentifier.Name.mlKEM1024
        static let number = 1024
    }

    extension MLKEM768.PublicKey: LatticePublicKey { typealias Private = MLKEM768.PrivateKey }
    extension MLKEM1024.PublicKey: LatticePublicKey { typealias Private = MLKEM1024.PrivateKey }
#endif
