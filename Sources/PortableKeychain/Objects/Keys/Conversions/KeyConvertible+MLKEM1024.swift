#if !canImport(CryptoKit)
    public import Crypto

    #if canImport(FoundationEssentials)
        internal import FoundationEssentials
    #else
        internal import Foundation
    #endif

    extension MLKEM1024.PrivateKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.privateKey, MLKEMKeys<MLKEM1024.PrivateKey>()) {
                try Self(integrityCheckedRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(
                    integrityCheckedRepresentation,
                    .privateKey,
                    MLKEMKeys<MLKEM1024.PrivateKey>()
                )
            }
        }
    }

    extension MLKEM1024.PublicKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.publicKey, MLKEMKeys<MLKEM1024.PrivateKey>()) {
                try Self(rawRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(rawRepresentation, .publicKey, MLKEMKeys<MLKEM1024.PrivateKey>())
            }
        }
    }
#endif
