/// The file of a device key that a token sealed, instead of the plain one (vault-format.md §6.1):
/// magic ‖ identifier of the key ‖ blob of the token after its length ‖ first bytes of the SHA-256
/// of all that.
struct SealedDeviceKey: Equatable {
    /// The identifier of the key.
    let identifier: [UInt8]
    /// What the token unseals to the key.
    let blob: [UInt8]

    private static let magic = Array("PKDEVTP1".utf8)
    private static let longestBlob = 1024
    static let longest = 8 + 16 + 4 + longestBlob + DeviceKeyFile.checkLength

    init(identifier: [UInt8], blob: [UInt8]) { (self.identifier, self.blob) = (identifier, blob) }

    /// Seals a device key, and opens it again before anything relies on it.
    ///
    /// - Throws: What the token throws; ``KeychainError/Code/notAvailable`` when it gives back
    ///   another key.
    init(
        _ device: DeviceKey,
        by token: any SecurityToken,
        _ policy: SecurityTokenPolicy
    ) throws(KeychainError) {
        identifier = device.identifier
        blob = try token.seal(SecretBytes(device.key), policy: policy, pin: nil)
        guard blob.count <= Self.longestBlob else { throw Self.unusable }
        _ = try opened(by: token)
    }

    init(file: SecretBytes) throws(KeychainError) {
        (identifier, blob) = try DeviceKeyFile.read(file, Self.magic) {
            (reader: inout ByteReader) throws(KeychainError) in
            let identifier = try reader.array(Limits.identifierLength)
            let blob = Array(try reader.sized())
            guard 1...Self.longestBlob ~= blob.count else { throw KeychainError(.corrupt) }
            return (identifier, blob)
        }
    }

    /// The bytes of the file.
    var file: SecretBytes {
        DeviceKeyFile.written(Self.magic) { writer in
            writer.raw(identifier)
            writer.sized(blob)
        }
    }

    /// The device key.
    func opened(by token: any SecurityToken) throws(KeychainError) -> DeviceKey {
        guard let key = DeviceKey(try token.unseal(blob, pin: nil), identifier: identifier) else {
            throw Self.unusable
        }
        return key
    }

    private static var unusable: KeychainError {
        KeychainError(
            .notAvailable,
            reason:
                "The TPM did not give back the device key that it had sealed. Try again."
        )
    }
}
