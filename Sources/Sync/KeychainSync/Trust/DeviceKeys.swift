internal import Crypto
@_spi(Keepers) package import PortableKeychain
internal import KeychainEssentials

/// The public keys of a device, by which it is named.
package struct DeviceCertificate: Sendable, Equatable {
    static let sealingKeyLength = 1216
    static let length = 32 + 2 * sealingKeyLength

    /// The Ed25519 key.
    let signing: [UInt8]
    /// The X-Wing key that the device can use from its first unlock on.
    let early: [UInt8]
    /// The X-Wing key that the device can use while it is unlocked.
    let unlocked: [UInt8]

    /// The name of the device.
    package let id: DeviceID

    init(signing: [UInt8], early: [UInt8], unlocked: [UInt8]) {
        (self.signing, self.early, self.unlocked) = (signing, early, unlocked)
        let digest = SyncDigest.of(signing + early + unlocked)
        id = DeviceID(digest.prefix(DeviceID.length)) ?? DeviceID(0, 0)
    }

    init(_ reader: inout ByteReader) throws(KeychainError) {
        self.init(
            signing: try reader.array(32),
            early: try reader.array(Self.sealingKeyLength),
            unlocked: try reader.array(Self.sealingKeyLength)
        )
    }

    var encoded: [UInt8] { signing + early + unlocked }

    /// Whether keys can be encrypted to the device.
    ///
    /// Bytes of the right length may not be keys, or keys with which every encryption fails; a
    /// member with those would stop each change of members.
    var isUsable: Bool {
        let empty = SecretBytes([])
        return [true, false].allSatisfy {
            (try? encrypt(empty, whenUnlocked: $0, info: [])) != nil
        }
    }

    /// Whether the device signed a message; false also for keys that are none.
    func hasSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: signing) else {
            return false
        }
        return key.isValidSignature(signature, for: message)
    }

    /// Encrypts a key to the device by HPKE: encapsulated key ‖ ciphertext.
    func encrypt(
        _ plain: SecretBytes,
        whenUnlocked: Bool,
        info: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        try XWingSealing.encrypt(plain, to: whenUnlocked ? unlocked : early, info: info)
    }
}

/// The private keys of a device, or of a recovery key.
package struct DeviceKeys: Sendable {
    static let seedLength = 32

    package let certificate: DeviceCertificate
    let signing: SecretBytes
    let early: SecretBytes
    /// `nil` while the keychain is locked.
    let unlocked: SecretBytes?

    package var id: DeviceID { certificate.id }

    init(
        certificate: DeviceCertificate,
        signing: SecretBytes,
        early: SecretBytes,
        unlocked: SecretBytes?
    ) {
        self.certificate = certificate
        (self.signing, self.early, self.unlocked) = (signing, early, unlocked)
    }

    private init(
        signing: SecretBytes,
        early: SecretBytes,
        unlocked: SecretBytes
    ) throws(KeychainError) {
        let signer: [UInt8]
        do { signer = Array(try Self.signingKey(signing).publicKey.rawRepresentation) } catch {
            throw KeychainError(.internalError)
        }
        self.init(
            certificate: DeviceCertificate(
                signing: signer,
                early: try XWingSealing.publicKey(early),
                unlocked: try XWingSealing.publicKey(unlocked)
            ),
            signing: signing,
            early: early,
            unlocked: unlocked
        )
    }

    /// Makes the keys of a new device.
    package init(entropy: KeychainEntropy) throws(KeychainError) {
        let seeds = (0..<3).map { _ in SecretBytes(count: Self.seedLength) { entropy.fill($0) } }
        try self.init(signing: seeds[0], early: seeds[1], unlocked: seeds[2])
    }

    /// The keys that a recovery key stands for.
    package init(recovery: SecretBytes) throws(KeychainError) {
        let seeds = [UInt8(1), 2, 3].map { part in
            SyncSecret(recovery).derived(SyncLabels.recovery + [part], count: Self.seedLength)
        }
        try self.init(signing: seeds[0], early: seeds[1], unlocked: seeds[2])
    }

    private static func signingKey(_ seed: SecretBytes) throws -> Curve25519.Signing.PrivateKey {
        try seed.withUnsafeBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }

    /// Signs a message with Ed25519.
    func sign(_ message: [UInt8]) throws(KeychainError) -> [UInt8] {
        do { return Array(try Self.signingKey(signing).signature(for: message)) } catch {
            throw KeychainError(.internalError)
        }
    }

    /// Decrypts bytes of ``DeviceCertificate/encrypt(_:whenUnlocked:info:)``; `nil` for any others,
    /// and while the keychain is locked.
    func decrypt(_ sealed: [UInt8], whenUnlocked: Bool, info: [UInt8]) -> SecretBytes? {
        (whenUnlocked ? unlocked : early).flatMap {
            XWingSealing.decrypt(sealed, seed: $0, info: info)
        }
    }
}
