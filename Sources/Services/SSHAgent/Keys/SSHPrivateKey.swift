internal import PortableKeychain
internal import KeychainEssentials

/// The encoding of private keys in requests to SSH agents (RFC 9987) and in OpenSSH's files.
enum SSHPrivateKey {
    /// Reads the name of a type and the numbers of a key.
    ///
    /// - Throws: ``SSHRefusal/unsupported`` for certificates, keys on hardware and old types.
    static func read(_ reader: inout SSHReader) throws(SSHRefusal) -> KeyMaterial {
        guard let type = SSHKeyType(rawValue: try reader.text()) else { throw .unsupported }
        let key =
            switch type {
            case .ed25519: try ed25519(&reader)
            case .rsa: try rsa(&reader)
            case .p256, .p384, .p521: try curveKey(&reader, type)
            }
        guard SSHKeyType(key) == type else { throw .malformed }
        return key
    }

    /// The public key, then the seed and the public key again.
    private static func ed25519(_ reader: inout SSHReader) throws(SSHRefusal) -> KeyMaterial {
        let publicKey = try reader.string()
        let both = try reader.string()
        guard publicKey.count == 32, both.count == 64, both.suffix(32) == publicKey else {
            throw .malformed
        }
        let key = try material(SecretBytes(copying: both.prefix(32)), .ed25519)
        let made = key.publicKey.externalRepresentation
        guard made.withUnsafeBytes({ $0.elementsEqual(publicKey) }) else { throw .malformed }
        return key
    }

    /// The curve, the point and the scalar, which has no fixed length.
    private static func curveKey(
        _ reader: inout SSHReader,
        _ type: SSHKeyType
    ) throws(SSHRefusal) -> KeyMaterial {
        guard let curve = type.curve, try reader.text() == curve.name else { throw .malformed }
        let point = try reader.string()
        let scalar = try reader.natural()
        guard point.count == 1 + 2 * curve.fieldLength, scalar.count <= curve.fieldLength else {
            throw .malformed
        }
        let count = point.count + curve.fieldLength
        let bytes = SecretBytes(count: count) { room in
            room.copyBytes(from: point)
            UnsafeMutableRawBufferPointer(rebasing: room[(count - scalar.count)...])
                .copyBytes(from: scalar)
        }
        return try material(bytes, .ellipticCurve)
    }

    /// Modulus, exponents, the coefficient (which can be derived from the others), and the primes.
    private static func rsa(_ reader: inout SSHReader) throws(SSHRefusal) -> KeyMaterial {
        let (modulus, publicExponent) = (try reader.natural(), try reader.natural())
        let privateExponent = try reader.natural()
        _ = try reader.natural()
        let primes = (try reader.natural(), try reader.natural())
        return try SSHRefusal.malformed { () throws(KeychainError) in
            try KeyMaterial(
                rsaModulus: modulus,
                publicExponent: publicExponent,
                privateExponent: privateExponent,
                primes: primes
            )
        }
    }

    private static func material(
        _ bytes: SecretBytes,
        _ type: KeyType
    ) throws(SSHRefusal) -> KeyMaterial {
        try SSHRefusal.malformed { () throws(KeychainError) in
            try KeyMaterial(externalRepresentation: bytes, type: type, keyClass: .privateKey)
        }
    }
}
