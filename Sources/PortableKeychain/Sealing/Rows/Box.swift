internal import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Authenticated encryption of one piece: nonce ‖ ciphertext ‖ tag (vault-format.md §4).
enum Box {
    /// Seals a piece under a fresh nonce.
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
            throw KeychainError(.internalError, reason: "Sealing failed.")
        }
    }

    /// Opens a piece and lends its plaintext, which is zeroed afterwards.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when the box does not open with this key and context.
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

    /// The authentication tag at the end of a box, by which another box can be bound to it.
    static func tag(of box: [UInt8]) -> [UInt8] { Array(box.suffix(Limits.tagLength)) }

    private static var failure: KeychainError {
        KeychainError(.corrupt, reason: "A part of the keychain does not match its key.")
    }
}

extension Data {
    /// Overwrites the bytes where they lie; the value must not be shared.
    mutating func zero() {
        withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
