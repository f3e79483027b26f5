#if !canImport(CryptoKit)
    public import Crypto

    #if canImport(FoundationEssentials)
        internal import FoundationEssentials
    #else
        internal import Foundation
    #endif

    extension MLDSA65.PrivateKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.privateKey, MLDSAKeys<MLDSA65.PrivateKey>()) {
                try Self(integrityCheckedRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(
                    integrityCheckedRepresentation,
                    .privateKey,
                    MLDSAKeys<MLDSA65.PrivateKey>()
                )
            }
        }
    }

    extension MLDSA65.PublicKey: KeyConvertible {
        /// Makes the key of one of the keychain.
        public init(keyMaterial: KeyMaterial) throws(KeychainError) {
            self = try keyMaterial.convert(.publicKey, MLDSAKeys<MLDSA65.PrivateKey>()) {
                try Self(rawRepresentation: $0)
            }
        }

        /// The key as one of the keychain.
        public var keyMaterial: KeyMaterial {
            get throws(KeychainError) {
                try KeyMaterial(rawRepresentation, .publicKey, MLDSAKeys<MLDSA65.PrivateKey>())
            }
        }
    }
#endif
