internal import SwiftASN1

/// A public key with its algorithm: `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7).
struct SPKIKey {
    let algorithm: KeyAlgorithmIdentifier
    let key: ArraySlice<UInt8>

    init(algorithm: KeyAlgorithmIdentifier, key: [UInt8]) {
        (self.algorithm, self.key) = (algorithm, key[...])
    }

    init(der: ArraySlice<UInt8>) throws(KeychainError) {
        (algorithm, key) = try KeyDER.read(der) { root in
            try DER.sequence(root, identifier: .sequence) { nodes in
                let algorithm = try KeyAlgorithmIdentifier(derEncoded: &nodes)
                let key = try ASN1BitString(derEncoded: &nodes)
                guard key.paddingBits == 0 else { throw KeychainError.noKey }
                return (algorithm, key.bytes)
            }
        }
    }

    func der() throws(KeychainError) -> [UInt8] {
        try KeyDER.write { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(algorithm)
                try coder.serialize(ASN1BitString(bytes: key))
            }
        }
    }
}
