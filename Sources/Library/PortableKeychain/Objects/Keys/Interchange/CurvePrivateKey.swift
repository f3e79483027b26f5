internal import SwiftASN1

/// The inside of PKCS #8 for Ed25519 and X25519: an octet string (RFC 8410, 7).
enum CurvePrivateKey {
    /// Wraps a private key.
    static func inner(_ privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        try privateKey.withArray { bytes throws(KeychainError) in
            try KeyDER.write { try $0.serialize(ASN1OctetString(contentBytes: bytes[...])) }
        }
    }

    /// Unwraps a private key.
    static func privateKey(_ inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        let bytes = try KeyDER.read(inner) { try ASN1OctetString(derEncoded: $0).bytes }
        return SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
