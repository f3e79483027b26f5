internal import SwiftASN1

/// A private key of a curve: `ECPrivateKey` (RFC 5915, 3).
struct SEC1Key {
    let scalar: ArraySlice<UInt8>
    let curve: KeyAlgorithmIdentifier.Name?
    let publicKey: ArraySlice<UInt8>?

    init(
        scalar: ArraySlice<UInt8>,
        curve: KeyAlgorithmIdentifier.Name?,
        publicKey: ArraySlice<UInt8>?
    ) {
        (self.scalar, self.curve, self.publicKey) = (scalar, curve, publicKey)
    }

    init(der: ArraySlice<UInt8>) throws(KeychainError) {
        self = try KeyDER.read(der) { root in
            try DER.sequence(root, identifier: .sequence) { nodes in
                guard try Int(derEncoded: &nodes) == 1 else { throw KeychainError.noKey }
                let scalar = try ASN1OctetString(derEncoded: &nodes)
                let curve = try DER.optionalExplicitlyTagged(
                    &nodes,
                    tagNumber: 0,
                    tagClass: .contextSpecific
                ) { try ASN1ObjectIdentifier(derEncoded: $0) }
                let publicKey = try DER.optionalExplicitlyTagged(
                    &nodes,
                    tagNumber: 1,
                    tagClass: .contextSpecific
                ) { try ASN1BitString(derEncoded: $0) }
                guard publicKey?.paddingBits ?? 0 == 0 else { throw KeychainError.noKey }
                return SEC1Key(
                    scalar: scalar.bytes,
                    curve: curve.map { KeyAlgorithmIdentifier.Name(identifier: $0) },
                    publicKey: publicKey?.bytes
                )
            }
        }
    }

    func der() throws(KeychainError) -> [UInt8] {
        try KeyDER.write { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(1)
                try coder.serialize(ASN1OctetString(contentBytes: scalar))
                if let curve {
                    try coder.serialize(
                        curve.identifier,
                        explicitlyTaggedWithTagNumber: 0,
                        tagClass: .contextSpecific
                    )
                }
                if let publicKey {
                    try coder.serialize(
                        ASN1BitString(bytes: publicKey),
                        explicitlyTaggedWithTagNumber: 1,
                        tagClass: .contextSpecific
                    )
                }
            }
        }
    }
}
