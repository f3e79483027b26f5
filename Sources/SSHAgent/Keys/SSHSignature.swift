internal import PortableKeychain

/// Signatures in SSH's encoding (RFC 5656, 3.1.2; RFC 8332, 3; RFC 8709, 6).
enum SSHSignature {
    /// The flags for signatures by RSA keys (RFC 9987).
    private static let sha256: UInt32 = 2
    private static let sha512: UInt32 = 4

    /// Signs data.
    ///
    /// - Parameters:
    ///   - data: The data to sign.
    ///   - key: A private key.
    ///   - flags: The hash for an RSA key. No flag means SHA-1, which is refused: an attacker who
    ///     finds a SHA-1 collision would get a signature for both texts.
    /// - Returns: The name of the algorithm and the signature.
    /// - Throws: ``SSHRefusal/unsupported`` if the key does not support such signatures.
    static func sign(
        _ data: [UInt8],
        with key: KeyMaterial,
        flags: UInt32
    ) throws(SSHRefusal) -> [UInt8] {
        guard let type = SSHKeyType(key) else { throw .unsupported }
        switch type {
        case .ed25519:
            return try text(type.rawValue, key, data, .edDSASignatureMessageCurve25519SHA512)
        case .p256: return try curveText(type, key, data, .ecdsaSignatureMessageRFC4754SHA256)
        case .p384: return try curveText(type, key, data, .ecdsaSignatureMessageRFC4754SHA384)
        case .p521: return try curveText(type, key, data, .ecdsaSignatureMessageRFC4754SHA512)
        case .rsa where flags & sha512 != 0:
            return try text("rsa-sha2-512", key, data, .rsaSignatureMessagePKCS1v15SHA512)
        case .rsa where flags & sha256 != 0:
            return try text("rsa-sha2-256", key, data, .rsaSignatureMessagePKCS1v15SHA256)
        case .rsa: throw .unsupported
        }
    }

    /// Encodes the two numbers of an elliptic curve signature, given as two halves of equal length.
    static func numbers(_ halves: [UInt8]) -> [UInt8] {
        SSHWriter.bytes {
            $0.natural(halves.prefix(halves.count / 2))
            $0.natural(halves.suffix(halves.count / 2))
        }
    }

    private static func curveText(
        _ type: SSHKeyType,
        _ key: KeyMaterial,
        _ data: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(SSHRefusal) -> [UInt8] {
        written(type.rawValue, numbers(try signature(key, data, algorithm)))
    }

    private static func text(
        _ name: String,
        _ key: KeyMaterial,
        _ data: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(SSHRefusal) -> [UInt8] {
        written(name, try signature(key, data, algorithm))
    }

    private static func signature(
        _ key: KeyMaterial,
        _ data: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(SSHRefusal) -> [UInt8] {
        do throws(KeychainError) { return try key.sign(data, algorithm) } catch {
            throw .unsupported
        }
    }

    private static func written(_ name: String, _ signature: [UInt8]) -> [UInt8] {
        SSHWriter.bytes {
            $0.text(name)
            $0.string(signature)
        }
    }
}
