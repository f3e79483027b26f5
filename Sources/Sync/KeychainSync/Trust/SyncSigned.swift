internal import PortableKeychain

/// A statement that a device signs for the other members of a vault.
///
/// The signature covers a label of the kind and the vault, so that it is worth nothing elsewhere.
protocol SyncSigned {
    static var label: [UInt8] { get }
    /// The bytes without the signature.
    var unsigned: [UInt8] { get }
    var signature: [UInt8] { get set }
}

extension SyncSigned {
    /// The same with a signature.
    func signed(by keys: DeviceKeys, in vault: VaultID) throws(KeychainError) -> Self {
        var signed = self
        signed.signature = try keys.sign(message(in: vault))
        return signed
    }

    func isSigned(by certificate: DeviceCertificate, in vault: VaultID) -> Bool {
        certificate.hasSigned(message(in: vault), signature)
    }

    private func message(in vault: VaultID) -> [UInt8] { Self.label + vault.bytes + unsigned }

    var encoded: [UInt8] { unsigned + signature }
    var hash: [UInt8] { SyncDigest.of(encoded) }
}
