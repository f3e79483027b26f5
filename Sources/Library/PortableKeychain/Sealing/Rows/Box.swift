internal import Crypto
internal import KeychainEssentials

/// A box: an AES-256-GCM ciphertext as nonce ‖ ciphertext ‖ tag (vault-format.md §4).
///
/// Everything that is encrypted in a keychain is in boxes: wrapped keys, attributes, payloads and
/// the state. The context is authenticated but not stored, so a box opens only in the place for
/// which it was sealed. A namespace of functions, because a box is stored as plain bytes.
enum Box {
    /// Seals bytes with a new random nonce.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer,
        key: SymmetricKey,
        context: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: entropy.bytes(Limits.nonceLength))
            let box = try AES.GCM.seal(
                plaintext,
                using: key,
                nonce: nonce,
                authenticating: context
            )
            guard let combined = box.combined else { throw KeychainError(.internalError) }
            return [UInt8](combined)
        } catch {
            throw KeychainError(.internalError, reason: "Encryption failed. Please report this.")
        }
    }

    /// Opens a box and calls a body with the plaintext, which is zeroed afterwards.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when the box does not open with this key and
    ///   context.
    static func open<R>(
        _ box: UnsafeRawBufferPointer,
        key: SymmetricKey,
        context: [UInt8],
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard box.count >= Limits.boxOverhead,
            let sealed = try? AES.GCM.SealedBox(combined: box),
            var plaintext = try? AES.GCM.open(sealed, using: key, authenticating: context)
        else {
            throw failure  // The cipher's own error says no more than "does not open".
        }
        defer { plaintext.zero() }
        return try plaintext.withRawBytes(body)
    }

    /// The same with a key for many boxes.
    static func open<R>(
        _ box: UnsafeRawBufferPointer,
        key: BoxKey,
        context: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard key.isExpanded else {
            return try open(box, key: key.key, context: Array(context), body)
        }
        guard box.count >= Limits.boxOverhead else { throw failure }
        return try withUnsafeTemporaryAllocation(
            byteCount: box.count - Limits.boxOverhead,
            alignment: 1
        ) { plaintext throws(KeychainError) in
            defer { SecretBytes.zero(plaintext) }
            guard key.open(box, context: context, into: plaintext) == true else { throw failure }
            return try body(UnsafeRawBufferPointer(plaintext))
        }
    }

    /// The authentication tag at the end of a box; another box can contain it to be bound to this
    /// one.
    static func tag(of box: [UInt8]) -> [UInt8] { Array(box.suffix(Limits.tagLength)) }

    /// Whether a box ends with a tag, which is not secret.
    static func hasTag(_ tag: UnsafeRawBufferPointer, _ box: UnsafeRawBufferPointer) -> Bool {
        let start = box.count - Limits.tagLength
        guard start >= 0, tag.count == Limits.tagLength else { return false }
        for place in 0..<Limits.tagLength where box[start + place] != tag[place] { return false }
        return true
    }

    /// The two halves of a box's tag, which is not secret; zeros for bytes that are too short for
    /// one.
    static func halvesOfTag(_ box: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        let start = box.count - Limits.tagLength
        guard start >= 0 else { return (0, 0) }
        return (
            box.loadUnaligned(fromByteOffset: start, as: UInt64.self),
            box.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
        )
    }

    private static var failure: KeychainError {
        KeychainError(
            .corrupt,
            reason: "A part of the keychain does not match its key. Restore a backup."
        )
    }
}

extension Data {
    /// Overwrites the bytes in place; the value must not be shared.
    package mutating func zero() {
        withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
