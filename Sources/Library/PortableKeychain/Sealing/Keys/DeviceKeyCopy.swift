internal import Crypto

/// The copy of a device key that a recovery key opens (vault-format.md §6.2): magic ‖ identifier ‖
/// salt ‖ box ‖ first bytes of the SHA-256 of all that.
struct DeviceKeyCopy: Equatable {
    /// The identifier of the key.
    let identifier: [UInt8]
    private let salt: [UInt8]
    private let box: [UInt8]

    private static let magic = Array("PKDEVRC1".utf8)
    private static let boxLength = Limits.keyLength + Limits.boxOverhead
    static let length = 8 + 16 + 32 + boxLength + DeviceKeyFile.checkLength

    /// Wraps a device key.
    init(
        _ device: DeviceKey,
        _ recovery: RecoveryKey,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        let salt = entropy.bytes(Limits.saltLength)
        let wrapping = Self.wrapping(recovery, salt)
        let plain = SecretBytes(device.key)
        let box = try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(
                bytes,
                key: wrapping,
                context: Self.magic + device.identifier,
                entropy: entropy
            )
        }
        (identifier, self.salt, self.box) = (device.identifier, salt, box)
    }

    init(file: SecretBytes) throws(KeychainError) {
        (identifier, salt, box) = try DeviceKeyFile.read(file, Self.magic) {
            (reader: inout ByteReader) throws(KeychainError) in
            (
                try reader.array(Limits.identifierLength), try reader.array(Limits.saltLength),
                try reader.array(Self.boxLength)
            )
        }
    }

    /// The bytes of the file.
    var file: SecretBytes {
        DeviceKeyFile.written(Self.magic) { writer in
            writer.raw(identifier)
            writer.raw(salt)
            writer.raw(box)
        }
    }

    /// The device key.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key.
    func opened(by recovery: RecoveryKey) throws(KeychainError) -> DeviceKey {
        let wrapping = Self.wrapping(recovery, salt)
        let context = Self.magic + identifier
        let found = try? box.withRawBytes { box throws(KeychainError) in
            try Box.open(box, key: wrapping, context: context) { SecretBytes($0) }
        }
        guard let found, let key = DeviceKey(found, identifier: identifier) else {
            throw KeychainError(
                .authenticationFailed,
                reason: "This is not the recovery key of this device key."
            )
        }
        return key
    }

    /// The part of a copy's file name that says whose recovery key opens it: that of the keychain with
    /// this path or, in the folder of the copy, with this name.
    static func mark(of keychain: String) -> String {
        Array(SHA256.hash(data: Array(keychain.utf8)).prefix(8)).hexadecimal
    }

    private static func wrapping(_ recovery: RecoveryKey, _ salt: [UInt8]) -> SymmetricKey {
        HKDFKeys.derive(
            SymmetricKey(recovery.bytes),
            salt: SymmetricKey(data: salt),
            info: Array(Labels.deviceRecovery.utf8)
        )
    }
}
