internal import CKeychainPlatform
@_spi(Keepers) package import PortableKeychain

/// Messages between two pairs of keys, encrypted and authenticated as NaCl's `crypto_box` does (X25519, XSalsa20 and
/// Poly1305), by the system's libsodium.
///
/// The two sides share one key, so a message that one of them sealed also opens as one of the other: a side that takes
/// messages refuses nonces that either of them has used.
package struct MessageBox: Sendable {
    /// The length of a public key, and of a secret one.
    package static let keyLength = 32
    /// The length of a nonce.
    package static let nonceLength = 24
    /// The number of bytes by which a message is longer than its text.
    package static let overhead = 16

    /// Whether libsodium may be used; tests show with `false` what happens without it.
    @TaskLocal package static var allowsLibrary = true

    /// Whether the system has what this takes.
    package static var isPresent: Bool { allowsLibrary && pk_box_present() == 1 }

    /// The public key of this side.
    package let publicKey: [UInt8]
    private let shared: SecretBytes

    /// Makes a new pair of keys for messages with another side; `nil` without the library, and for a key of another
    /// length or one that gives away all messages.
    ///
    /// - Parameters:
    ///   - other: The public key of the other side.
    ///   - entropy: The source of the secret key.
    package init?(to other: [UInt8], entropy: KeychainEntropy) {
        guard Self.isPresent, other.count == Self.keyLength else { return nil }
        let secret = SecretBytes(count: Self.keyLength) { entropy.fill($0) }
        var publicKey = [UInt8](repeating: 0, count: Self.keyLength)
        var isDone = secret.withUnsafeBytes { secret in
            pk_box_public_key(secret.bindMemory(to: UInt8.self).baseAddress, &publicKey) == 1
        }
        shared = SecretBytes(count: Self.keyLength) { room in
            isDone = secret.withUnsafeBytes { secret in
                isDone
                    && pk_box_shared_key(
                        other,
                        secret.bindMemory(to: UInt8.self).baseAddress,
                        room.bindMemory(to: UInt8.self).baseAddress
                    ) == 1
            }
        }
        guard isDone else { return nil }
        self.publicKey = publicKey
    }

    /// Encrypts a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - nonce: The nonce, which no other message of either side may have.
    /// - Returns: The message; `nil` for a nonce of another length.
    package func seal(_ text: SecretBytes, nonce: [UInt8]) -> [UInt8]? {
        guard nonce.count == Self.nonceLength else { return nil }
        var sealed = [UInt8](repeating: 0, count: text.count + Self.overhead)
        let isDone = shared.withUnsafeBytes { shared in
            text.withUnsafeBytes { text in
                pk_box_seal(
                    shared.bindMemory(to: UInt8.self).baseAddress,
                    nonce,
                    text.bindMemory(to: UInt8.self).baseAddress,
                    text.count,
                    &sealed
                ) == 1
            }
        }
        return isDone ? sealed : nil
    }

    /// Decrypts a message; `nil` if the other side did not seal it with this nonce.
    package func open(_ sealed: [UInt8], nonce: [UInt8]) -> SecretBytes? {
        guard nonce.count == Self.nonceLength, sealed.count >= Self.overhead else { return nil }
        var isDone = false
        let text = SecretBytes(count: sealed.count - Self.overhead) { room in
            isDone = shared.withUnsafeBytes { shared in
                pk_box_open(
                    shared.bindMemory(to: UInt8.self).baseAddress,
                    nonce,
                    sealed,
                    sealed.count,
                    room.bindMemory(to: UInt8.self).baseAddress
                ) == 1
            }
        }
        return isDone ? text : nil
    }
}
