internal import Crypto
internal import KeychainEssentials
internal import PortableKeychain

/// Encryption to a device by HPKE with X-Wing: by elliptic curves and by lattices.
enum XWingSealing {
    static let encapsulatedLength = 1120

    /// The public key that belongs to a seed.
    static func publicKey(_ seed: SecretBytes) throws(KeychainError) -> [UInt8] {
        // Apple's systems have X-Wing from this version on.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            throw olderSystem
        }
        do { return Array(try privateKey(seed).publicKey.rawRepresentation) } catch {
            throw KeychainError(.internalError)
        }
    }

    /// Encrypts a key to a public key: encapsulated key ‖ ciphertext.
    static func encrypt(
        _ plain: SecretBytes,
        to publicKey: [UInt8],
        info: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            throw olderSystem
        }
        do {
            let key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: Data(publicKey))
            var sender = try HPKE.Sender(
                recipientKey: key,
                ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256,
                info: Data(info)
            )
            var copy = plain.withUnsafeBytes { Data($0) }
            defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            return Array(sender.encapsulatedKey) + Array(try sender.seal(copy))
        } catch {
            throw KeychainError(
                .undecodable,
                reason: "The keys of a device are malformed. Let it join anew."
            )
        }
    }

    /// Decrypts bytes that ``encrypt(_:to:info:)`` encrypted to the key of a seed; `nil` for any
    /// others.
    static func decrypt(_ sealed: [UInt8], seed: SecretBytes, info: [UInt8]) -> SecretBytes? {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
            sealed.count > encapsulatedLength,
            let key = try? privateKey(seed),
            var recipient = try? HPKE.Recipient(
                privateKey: key,
                ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256,
                info: Data(info),
                encapsulatedKey: Data(sealed.prefix(encapsulatedLength))
            ),
            var plain = try? recipient.open(Data(sealed.dropFirst(encapsulatedLength)))
        else { return nil }
        defer { plain.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return SecretBytes(plain)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static func privateKey(_ seed: SecretBytes) throws -> XWingMLKEM768X25519.PrivateKey {
        var copy = seed.withUnsafeBytes { Data($0) }
        defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return try XWingMLKEM768X25519.PrivateKey(seedRepresentation: copy, publicKey: nil)
    }

    private static let olderSystem = KeychainError(
        .unimplemented,
        reason: "Synchronization needs version 26 of this system."
    )
}
