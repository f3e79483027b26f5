package import PortableKeychain
internal import KeychainEssentials

/// A public key in SSH's encoding (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4).
package struct SSHPublicKey: Hashable {
    /// The encoded key, by which SSH identifies it.
    let blob: [UInt8]
    /// The type whose name begins the blob.
    let type: SSHKeyType

    /// The public half of a key; `nil` if SSH does not support its type.
    package init?(_ key: KeyMaterial) {
        guard let type = SSHKeyType(key) else { return nil }
        let point = key.publicKey.externalRepresentation.withUnsafeBytes { Array($0) }
        let numbers = key.rsaNumbers
        guard type != .rsa || numbers != nil else { return nil }
        self.type = type
        blob = SSHWriter.bytes {
            $0.text(type.rawValue)
            if let numbers {
                $0.natural(numbers.publicExponent)
                $0.natural(numbers.modulus)
            } else {
                if let curve = type.curve { $0.text(curve.name) }
                $0.string(point)
            }
        }
    }

    /// Reads a blob as the public key of this library.
    ///
    /// - Throws: ``SSHRefusal`` for anything but exactly one key of a known type.
    static func material(_ blob: [UInt8]) throws(SSHRefusal) -> KeyMaterial {
        var reader = SSHReader(blob[...])
        guard let type = SSHKeyType(rawValue: try reader.text()) else { throw .unsupported }
        if type == .rsa {
            let (exponent, modulus) = (try reader.natural(), try reader.natural())
            try reader.finish()
            return try SSHRefusal.malformed { () throws(KeychainError) in
                try KeyMaterial(rsaModulus: modulus, publicExponent: exponent)
            }
        }
        if let curve = type.curve, try reader.text() != curve.name { throw .malformed }
        let point = try reader.string()
        try reader.finish()
        let key = try SSHRefusal.malformed { () throws(KeychainError) in
            try KeyMaterial(
                externalRepresentation: SecretBytes(copying: point),
                type: type == .ed25519 ? .ed25519 : .ellipticCurve,
                keyClass: .publicKey
            )
        }
        guard SSHKeyType(key) == type else { throw .malformed }
        return key
    }
}

extension SSHRefusal {
    /// Creates an object of the library from received bytes.
    static func malformed<R>(_ body: () throws(KeychainError) -> R) throws(SSHRefusal) -> R {
        do throws(KeychainError) { return try body() } catch { throw .malformed }
    }
}
