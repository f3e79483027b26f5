#if !canImport(CryptoKit)
    public import Crypto

    #if canImport(FoundationEssentials)
        internal import FoundationEssentials
    #else
        internal import Foundation
    #endif

    extension MLKEM768.PrivateKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.privateKey, MLKEMKeys<MLKEM768.PrivateKey>()) {
                try Self(integrityCheckedRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(
                    integrityCheckedRepresentation,
                    .privateKey,
                    MLKEMKeys<MLKEM768.PrivateKey>()
                )
            }
        }
    }

    extension MLKEM768.PublicKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.publicKey, MLKEMKeys<MLKEM768.PrivateKey>()) {
                try Self(rawRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(rawRepresentation, .publicKey, MLKEMKeys<MLKEM768.PrivateKey>())
            }
        }
    }
#endif
