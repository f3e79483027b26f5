internal import PortableKeychain

/// Signatures in SSH's encoding (RFC 5656, 3.1.2; RFC 8332, 3; RFC 8709, 6).
enum SSHSignature {
    /// The flags for signatures by RSA keys (RFC 9987).
    private static let sha256: UInt32 = 2
    private static let sha512: UInt32 = 4

    /// The algorithms by their names.
    ///
    /// SHA-1 is missing, because an attacker who finds a collision would get a signature for both
    /// texts.
    private static let algorithms: [String: KeyAlgorithm] = [
        SSHKeyType.ed25519.rawValue: .edDSASignatureMessageCurve25519SHA512,
        SSHKeyType.p256.rawValue: .ecdsaSignatureMessageRFC4754SHA256,
        SSHKeyType.p384.rawValue: .ecdsaSignatureMessageRFC4754SHA384,
        SSHKeyType.p521.rawValue: .ecdsaSignatureMessageRFC4754SHA512,
        "rsa-sha2-256": .rsaSignatureMessagePKCS1v15SHA256,
        "rsa-sha2-512": .rsaSignatureMessagePKCS1v15SHA512,
    ]

    /// The name of the algorithm that a request selects.
    ///
    /// - Parameters:
    ///   - type: The type of the key.
    ///   - flags: The hash for an RSA key.
    /// - Returns: The name; `nil` for SHA-1, which an RSA key without a flag means.
    static func algorithm(_ type: SSHKeyType, flags: UInt32) -> String? {
        guard type == .rsa else { return type.rawValue }
        if flags & sha512 != 0 { return "rsa-sha2-512" }
        return flags & sha256 != 0 ? "rsa-sha2-256" : nil
    }

    /// Signs data.
    ///
    /// - Parameters:
    ///   - data: The data to sign.
    ///   - key: A private key.
    ///   - flags: The hash for an RSA key.
    /// - Returns: The name of the algorithm and the signature.
    /// - Throws: ``SSHRefusal/unsupported`` if the key does not support such signatures.
    static func sign(
        _ data: [UInt8],
        with key: KeyMaterial,
        flags: UInt32
    ) throws(SSHRefusal) -> [UInt8] {
        guard let type = SSHKeyType(key), let name = algorithm(type, flags: flags),
            let algorithm = algorithms[name]
        else { throw .unsupported }
        let signature: [UInt8]
        do throws(KeychainError) { signature = try key.sign(data, algorithm) } catch {
            throw .unsupported
        }
        return SSHWriter.bytes {
            $0.text(name)
            $0.string(type.curve == nil ? signature : numbers(signature))
        }
    }

    /// Verifies a signature.
    ///
    /// - Parameters:
    ///   - encoded: The name of the algorithm and the signature.
    ///   - data: The signed data.
    ///   - key: The public key.
    /// - Throws: ``SSHRefusal`` for a wrong signature, and for SHA-1.
    static func verify(
        _ encoded: ArraySlice<UInt8>,
        of data: [UInt8],
        with key: KeyMaterial
    ) throws(SSHRefusal) {
        var reader = SSHReader(encoded)
        let name = try reader.text()
        var signature = Array(try reader.string())
        try reader.finish()
        guard let type = SSHKeyType(key), let algorithm = algorithms[name],
            type == .rsa ? name.hasPrefix("rsa-") : name == type.rawValue
        else { throw .unsupported }
        if let curve = type.curve { signature = try halves(signature[...], curve.fieldLength) }
        let whole = signature
        try SSHRefusal.malformed { () throws(KeychainError) in
            try key.verify(whole, of: data, algorithm)
        }
    }

    /// Encodes the two numbers of an elliptic curve signature, given as two halves of equal length.
    static func numbers(_ halves: [UInt8]) -> [UInt8] {
        SSHWriter.bytes {
            $0.natural(halves.prefix(halves.count / 2))
            $0.natural(halves.suffix(halves.count / 2))
        }
    }

    /// The inverse of ``numbers(_:)``, for numbers of at most so many bytes.
    private static func halves(
        _ numbers: ArraySlice<UInt8>,
        _ length: Int
    ) throws(SSHRefusal) -> [UInt8] {
        var reader = SSHReader(numbers)
        let both = [try reader.natural(), try reader.natural()]
        try reader.finish()
        guard both.allSatisfy({ $0.count <= length }) else { throw .malformed }
        return both.flatMap { Array(repeating: 0, count: length - $0.count) + $0 }
    }
}
