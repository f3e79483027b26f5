package import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A public key as SSH writes it (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4).
package struct SSHPublicKey: Hashable {
    /// What SSH knows the key by.
    let blob: [UInt8]
    /// The name in front of the blob.
    let type: SSHKeyType

    /// The public half of a key; `nil` when SSH has no such keys.
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

    /// The line of an `authorized_keys` file (sshd(8)).
    ///
    /// - Parameter comment: What a person reads; what would break the line is left out.
    /// - Returns: The line without its end.
    package func line(comment: String) -> String {
        let comment = comment.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let encoded = Data(blob).base64EncodedString()
        return "\(type.rawValue) \(encoded) \(String(String.UnicodeScalarView(comment)))"
    }
}

extension SSHRefusal {
    /// Makes an object of the library from bytes that came over SSH.
    static func malformed<R>(_ body: () throws(KeychainError) -> R) throws(SSHRefusal) -> R {
        do throws(KeychainError) { return try body() } catch { throw .malformed }
    }
}
