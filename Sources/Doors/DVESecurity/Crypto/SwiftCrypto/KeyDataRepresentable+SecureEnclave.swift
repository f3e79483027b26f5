#if canImport(Darwin)
    // On Apple's platforms this module is CryptoKit under another name; swift-crypto has no
    // enclave.
    public import Crypto
    internal import Foundation

    extension SecureEnclave.P256.Signing.PrivateKey: KeyDataRepresentable {
        /// The handle, which is of use only on this device.
        public var keyData: DVESecurity.Crypto.KeyData { .createSecureCopy(of: dataRepresentation) }

        /// Creates a key of its handle.
        public init(keyData: DVESecurity.Crypto.KeyData) throws {
            try self.init(dataRepresentation: keyData.withUnsafeBytes { Data($0) })
        }
    }

    extension SecureEnclave.P256.KeyAgreement.PrivateKey: KeyDataRepresentable {
        /// The handle, which is of use only on this device.
        public var keyData: DVESecurity.Crypto.KeyData { .createSecureCopy(of: dataRepresentation) }

        /// Creates a key of its handle.
        public init(keyData: DVESecurity.Crypto.KeyData) throws {
            try self.init(dataRepresentation: keyData.withUnsafeBytes { Data($0) })
        }
    }
#endif
