#if !canImport(Darwin)
    internal import SwiftASN1

    /// The inside of PKCS #8 for ML-KEM and ML-DSA, `seed [0] OCTET STRING` (RFC 9935, RFC 9881).
    ///
    /// The forms with expanded keys are refused: no library here can compare them to their seed.
    enum SeedPrivateKey {
        private static let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)

        /// Wraps the seed at the start of an external representation.
        static func inner(
            _ privateKey: SecretBytes,
            seedLength: Int
        ) throws(KeychainError) -> [UInt8] {
            try KeyDER.write { coder in
                coder.appendPrimitiveNode(identifier: tag) { bytes in
                    privateKey.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(seedLength)) }
                }
            }
        }

        /// Unwraps a seed.
        static func seed(_ inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
            let bytes = try KeyDER.read(inner) {
                try ASN1OctetString(derEncoded: $0, withIdentifier: tag).bytes
            }
            return SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
        }
    }
#endif
