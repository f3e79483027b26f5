internal import CKeychainPlatform

/// A cipher that only old bundles use.
///
/// No library that this one is built on has it, so it comes from the system's OpenSSL where there is
/// one.
struct OlderCipher {
    /// Its name in OpenSSL.
    let name: String
    let keyLength: Int

    /// The largest number of bytes that OpenSSL writes beyond the length of the input: one block
    /// and a reserve.
    private static let slack = 64

    /// Decrypts.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for a wrong padding, and where there is no such
    ///   cipher.
    func decrypt(
        _ ciphertext: ArraySlice<UInt8>,
        key: [UInt8],
        vector: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        var count = 0
        let input = Array(ciphertext)
        let output = SecretBytes(count: input.count + Self.slack) { room in
            count = pk_older_decrypt(
                name,
                key,
                vector,
                input,
                input.count,
                room.assumingMemoryBound(to: UInt8.self).baseAddress
            )
        }
        guard count != -1 else {
            throw KeychainError(
                .undecodable,
                reason: """
                    The file is encrypted with \(name), which takes OpenSSL 3 with its old ciphers. \
                    Export it again with AES-256.
                    """
            )
        }
        guard count >= 0 else { throw .malformed }
        return output.prefix(count)
    }
}
