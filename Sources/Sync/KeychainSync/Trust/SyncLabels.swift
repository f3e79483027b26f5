internal import Crypto
@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// The strings that separate the uses of keys from each other (`Specification/sync-format.md` §2).
enum SyncLabels {
    static let vault = bytes("sync vault")
    static let membership = bytes("sync membership")
    static let entry = bytes("sync entry")
    static let stamp = bytes("sync stamp")
    static let snapshot = bytes("sync snapshot")
    static let name = bytes("sync name")
    static let wrap = bytes("sync wrap")
    static let check = bytes("sync check")
    static let id = bytes("sync id")
    static let tie = bytes("sync tie")
    static let header = bytes("sync header")
    static let body = bytes("sync body")
    static let recovery = bytes("sync recovery")
    static let request = bytes("sync request")
    static let answer = bytes("sync answer")
    static let refused = bytes("sync refused")
    static let recovered = bytes("sync recovered")
    static let commitment = bytes("sync commitment")
    static let number = bytes("sync number")
    static let confirmed = bytes("sync confirmed")

    private static func bytes(_ text: String) -> [UInt8] {
        Array("PortableKeychain 1 \(text)".utf8)
    }
}

/// The digest of bytes, by which entries and records are named.
package enum SyncDigest {
    static let length = 32
    static let zero = [UInt8](repeating: 0, count: length)

    package static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(bytes)))
    }
}

/// A key of a vault: random or derived, 32 bytes.
struct SyncSecret: Sendable {
    static let length = 32
    /// The nonce, and the tag at the end.
    static let overhead = 28

    let bytes: SecretBytes

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    init(_ reader: inout ByteReader) throws(KeychainError) {
        let plain = try reader.raw(Self.length)
        bytes = SecretBytes(count: Self.length) { $0.copyMemory(from: plain) }
    }

    /// A new key.
    static func random(_ entropy: KeychainEntropy) -> SyncSecret {
        SyncSecret(SecretBytes(count: length) { entropy.fill($0) })
    }

    private var symmetric: SymmetricKey { bytes.withUnsafeBytes { SymmetricKey(data: $0) } }

    func matches(_ other: SyncSecret) -> Bool { bytes.matches(other.bytes) }

    /// HMAC-SHA-256 of a message.
    func code(_ message: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: symmetric))
    }

    /// A key derived from this one by HKDF-SHA-256.
    func derived(_ info: [UInt8], salt: [UInt8] = [], count: Int = length) -> SecretBytes {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: symmetric,
            salt: salt,
            info: info,
            outputByteCount: count
        )
        return SecretBytes(copying: key)
    }

    /// Seals bytes under a key that is derived for one use: nonce ‖ ciphertext ‖ tag.
    func seal(
        _ plain: SecretBytes,
        _ label: [UInt8],
        context: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        let key = SyncSecret(derived(label))
        return try key.encrypt(plain, nonce: entropy.bytes(12), authenticating: label + context)
    }

    /// Opens the box of ``seal(_:_:context:entropy:)``; `nil` for anything else.
    func open(_ box: [UInt8], _ label: [UInt8], context: [UInt8]) -> SecretBytes? {
        SyncSecret(derived(label)).decrypt(box, authenticating: label + context)
    }

    /// Encrypts with AES-256-GCM.
    func encrypt(
        _ plain: SecretBytes,
        nonce: [UInt8],
        authenticating context: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        do {
            let box = try plain.withUnsafeBytes { bytes in
                try AES.GCM.seal(
                    bytes,
                    using: symmetric,
                    nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: context
                )
            }
            return nonce + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw KeychainError(.internalError, reason: "Encryption failed. Please report this.")
        }
    }

    /// Decrypts; `nil` if the key or the context is another.
    func decrypt(_ box: [UInt8], authenticating context: [UInt8]) -> SecretBytes? {
        guard box.count >= Self.overhead, let sealed = try? AES.GCM.SealedBox(combined: box),
            var plain = try? AES.GCM.open(sealed, using: symmetric, authenticating: context)
        else { return nil }
        defer { plain.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return SecretBytes(plain)
    }
}
