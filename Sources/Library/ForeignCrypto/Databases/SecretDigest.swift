internal import Crypto
package import PortableKeychain

/// Digests of secrets in several pieces, for the password databases of other programs.
package enum SecretDigest {
    /// SHA-256 (FIPS 180-4), 32 bytes.
    package static func sha256(_ pieces: [SecretBytes]) -> SecretBytes {
        var hash = SHA256()
        for piece in pieces { piece.withUnsafeBytes { hash.update(bufferPointer: $0) } }
        return SecretBytes(copying: hash.finalize())
    }

    /// SHA-512 (FIPS 180-4), 64 bytes.
    package static func sha512(_ pieces: [SecretBytes]) -> SecretBytes {
        var hash = SHA512()
        for piece in pieces { piece.withUnsafeBytes { hash.update(bufferPointer: $0) } }
        return SecretBytes(copying: hash.finalize())
    }

    /// HMAC with SHA-256 (RFC 2104), 32 bytes.
    ///
    /// Compare it with ``SecretBytes/matches(_:)``.
    package static func code(_ pieces: [SecretBytes], key: SecretBytes) -> SecretBytes {
        var code = HMAC<SHA256>(key: key.withUnsafeBytes { SymmetricKey(data: $0) })
        for piece in pieces { piece.withUnsafeBytes { code.update(data: $0) } }
        return SecretBytes(copying: code.finalize())
    }
}
