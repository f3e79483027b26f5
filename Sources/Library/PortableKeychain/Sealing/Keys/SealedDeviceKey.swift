internal import Crypto

/// The file of a device key that a token sealed, instead of the plain one (vault-format.md §6.1):
/// magic ‖ identifier of the key ‖ blob of the token after its length ‖ if the token counts, the
/// identifier of the counter after its length ‖ first bytes of the SHA-256 of all that.
struct SealedDeviceKey: Equatable {
    /// The identifier of the key.
    let identifier: [UInt8]
    /// The blob that the token unseals to the key, and to the digest of the counter.
    let blob: [UInt8]
    /// The identifier of the counter against roll-back; `nil` for none.
    let counter: [UInt8]?

    private static let magic = Array("PKDEVTP1".utf8)
    private static let countingMagic = Array("PKDEVTP2".utf8)
    private static let longestBlob = 1024
    private static let longestCounter = 64
    static let longest = 8 + 16 + 4 + longestBlob + 4 + longestCounter + DeviceKeyFile.checkLength

    init(identifier: [UInt8], blob: [UInt8], counter: [UInt8]? = nil) {
        (self.identifier, self.blob, self.counter) = (identifier, blob, counter)
    }

    /// Seals a device key, and opens it again before anything relies on it.
    ///
    /// - Throws: Any error of the token; ``KeychainError/Code/notAvailable`` when it gives back
    ///   another key.
    init(
        _ device: DeviceKey,
        by token: any SecurityToken,
        _ policy: SecurityTokenPolicy,
        counter: [UInt8]? = nil
    ) throws(KeychainError) {
        let secret = SecretBytes(device.key).followed(by: Self.digest(counter))
        identifier = device.identifier
        blob = try token.seal(secret, policy: policy, pin: nil)
        self.counter = counter
        guard blob.count <= Self.longestBlob, 0...Self.longestCounter ~= counter?.count ?? 0 else {
            throw Self.unusable
        }
        _ = try opened(by: token)
    }

    init(file: SecretBytes) throws(KeychainError) {
        let isCounting = file.withUnsafeBytes { $0.starts(with: Self.countingMagic) }
        let magic = isCounting ? Self.countingMagic : Self.magic
        (identifier, blob, counter) = try DeviceKeyFile.read(file, magic) {
            (reader: inout ByteReader) throws(KeychainError) in
            let identifier = try reader.array(Limits.identifierLength)
            let blob = Array(try reader.sized())
            let counter = isCounting ? Array(try reader.sized()) : nil
            guard 1...Self.longestBlob ~= blob.count,
                counter.map({ 1...Self.longestCounter ~= $0.count }) ?? true
            else { throw KeychainError(.corrupt) }
            return (identifier, blob, counter)
        }
    }

    /// The bytes of the file.
    var file: SecretBytes {
        DeviceKeyFile.written(counter == nil ? Self.magic : Self.countingMagic) { writer in
            writer.raw(identifier)
            writer.sized(blob)
            if let counter { writer.sized(counter) }
        }
    }

    /// The device key.
    func opened(by token: any SecurityToken) throws(KeychainError) -> DeviceKey {
        guard let key = key(in: try token.unseal(blob, pin: nil)) else { throw Self.unusable }
        return key
    }

    /// The device key in the secret that the token unsealed, or in the kept copy of that; `nil` if
    /// it is another key, or one with another counter: an attacker that changed the file would get
    /// rid of the counter.
    func key(in secret: SecretBytes) -> DeviceKey? {
        let digest = SecretBytes(Self.digest(counter))
        guard secret.count == Limits.keyLength + digest.count else { return nil }
        let parts = secret.withUnsafeBytes {
            (SecretBytes($0.prefix(Limits.keyLength)), SecretBytes($0.dropFirst(Limits.keyLength)))
        }
        guard parts.1.matches(digest) else { return nil }
        return DeviceKey(parts.0, identifier: identifier)
    }

    /// The bytes that are sealed with the key, so that the counter cannot be exchanged.
    static func digest(_ counter: [UInt8]?) -> [UInt8] {
        counter.map { Array(SHA256.hash(data: Labels.counter.utf8 + $0)) } ?? []
    }

    private static var unusable: KeychainError {
        KeychainError(
            .notAvailable,
            reason:
                "The TPM did not give back the device key that it had sealed. Try again."
        )
    }
}
