internal import Crypto
internal import KeychainEssentials

/// AES-GCM under a key that is used once, with a nonce of 16 bytes: ciphertext ‖ tag
/// (item-semantics.md §6.4).
struct KeySealing {
    /// The length of the shortest key, in bytes.
    static let leastKeyLength = 16
    private static let nonceLength = 16
    private static let tagLength = 16

    private let key: SymmetricKey
    private let nonce: [UInt8]
    private let authenticated: [UInt8]

    /// Each message has its own key, so the nonce can be zero.
    init(key: SymmetricKey, authenticating bytes: [UInt8]) {
        self.key = key
        nonce = [UInt8](repeating: 0, count: Self.nonceLength)
        authenticated = bytes
    }

    /// A key derived from an agreed secret, and the nonce too where the algorithm says so.
    init(
        secret: any AgreedSecret,
        _ hash: KeyHash,
        sharedInfo: [UInt8],
        keyLength: Int,
        derivesNonce: Bool
    ) throws(KeychainError) {
        let material = try KeyDerivation(
            requestedSize: keyLength + (derivesNonce ? Self.nonceLength : 0),
            sharedInfo: sharedInfo
        ).derive(from: secret, hash)
        let zero = [UInt8](repeating: 0, count: Self.nonceLength)
        (key, nonce) = material.withUnsafeBytes { bytes in
            let rest = [UInt8](bytes.dropFirst(keyLength))
            return (SymmetricKey(data: bytes.prefix(keyLength)), rest.isEmpty ? zero : rest)
        }
        authenticated = []
    }

    /// Encrypts.
    func seal(_ plaintext: SecretBytes) throws(KeychainError) -> [UInt8] {
        try KeychainError.attempt(.internalError, "Encrypting failed.") {
            let box = try plaintext.withUnsafeBytes {
                try AES.GCM.seal(
                    $0,
                    using: key,
                    nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: authenticated
                )
            }
            return [UInt8](box.ciphertext) + [UInt8](box.tag)
        }
    }

    /// Decrypts.
    func open(_ sealed: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce),
                ciphertext: sealed.dropLast(Self.tagLength),
                tag: sealed.suffix(Self.tagLength)
            )
            var plaintext = try AES.GCM.open(box, using: key, authenticating: authenticated)
            return SecretBytes(moving: &plaintext)
        } catch {
            // One answer for all causes, so that a sender learns nothing from it.
            throw .notDecrypted
        }
    }
}

extension KeychainError {
    /// A ciphertext was not made for this key, or was changed.
    static var notDecrypted: KeychainError {
        KeychainError(.invalidParameter, reason: "This was not encrypted to this key.")
    }
}
