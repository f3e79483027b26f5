internal import SwiftASN1

/// A private key with its algorithm: `OneAsymmetricKey`, PKCS #8 (RFC 5958, 2).
struct PKCS8Key {
    let algorithm: KeyAlgorithmIdentifier
    let inner: ArraySlice<UInt8>
    /// The public key, in the newer of the two versions.
    let publicKey: ArraySlice<UInt8>?

    init(algorithm: KeyAlgorithmIdentifier, inner: [UInt8]) {
        self.algorithm = algorithm
        self.inner = inner[...]
        publicKey = nil
    }

    init(der: ArraySlice<UInt8>) throws(KeychainError) {
        self = try KeyDER.read(der) { root in
            try DER.sequence(root, identifier: .sequence) { nodes in
                let version = try Int(derEncoded: &nodes)
                let algorithm = try KeyAlgorithmIdentifier(derEncoded: &nodes)
                let inner = try ASN1OctetString(derEncoded: &nodes)
                // Attributes say nothing about the key itself.
                _ = DER.optionalImplicitlyTagged(
                    &nodes,
                    tagNumber: 0,
                    tagClass: .contextSpecific
                ) { $0 }
                let publicKey = try DER.optionalImplicitlyTagged(
                    &nodes,
                    tagNumber: 1,
                    tagClass: .contextSpecific
                ) { try ASN1BitString(derEncoded: $0, withIdentifier: $0.identifier) }
                guard version == 0 || version == 1, version == 1 || publicKey == nil,
                    publicKey?.paddingBits ?? 0 == 0
                else { throw KeychainError.noKey }
                return PKCS8Key(
                    algorithm: algorithm,
                    inner: inner.bytes,
                    publicKey: publicKey?.bytes
                )
            }
        }
    }

    private init(
        algorithm: KeyAlgorithmIdentifier,
        inner: ArraySlice<UInt8>,
        publicKey: ArraySlice<UInt8>?
    ) {
        (self.algorithm, self.inner, self.publicKey) = (algorithm, inner, publicKey)
    }

    /// The older version, which all programs read.
    func der() throws(KeychainError) -> [UInt8] {
        try KeyDER.write { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(0)
                try coder.serialize(algorithm)
                try coder.serialize(ASN1OctetString(contentBytes: inner))
            }
        }
    }
}
