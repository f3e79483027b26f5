internal import SwiftASN1

/// The algorithm of a key in key files (RFC 5280, 4.1.1.2), of those that can be held here.
enum KeyAlgorithmIdentifier: Hashable, Sendable {
    /// An object identifier with a name.
    struct Name: Hashable, Sendable {
        let identifier: ASN1ObjectIdentifier
    }

    /// RSA, with a NULL (RFC 3279, 2.3.1).
    case rsa
    /// A named curve (RFC 5480, 2.1.1).
    case ellipticCurve(Name)
    /// An algorithm without parameters (RFC 8410, RFC 9881, RFC 9935).
    case named(Name)
}

extension KeyAlgorithmIdentifier.Name {
    static let rsaEncryption = Self([1, 2, 840, 113549, 1, 1, 1])
    static let ecPublicKey = Self([1, 2, 840, 10045, 2, 1])
    static let p256 = Self([1, 2, 840, 10045, 3, 1, 7])
    static let p384 = Self([1, 3, 132, 0, 34])
    static let p521 = Self([1, 3, 132, 0, 35])
    static let ed25519 = Self([1, 3, 101, 112])
    static let x25519 = Self([1, 3, 101, 110])
    static let mlKEM768 = Self([2, 16, 840, 1, 101, 3, 4, 4, 2])
    static let mlKEM1024 = Self([2, 16, 840, 1, 101, 3, 4, 4, 3])
    static let mlDSA65 = Self([2, 16, 840, 1, 101, 3, 4, 3, 18])
    static let mlDSA87 = Self([2, 16, 840, 1, 101, 3, 4, 3, 19])

    private init(_ identifier: ASN1ObjectIdentifier) { self.identifier = identifier }
}

extension KeyAlgorithmIdentifier: DERParseable, DERSerializable {
    init(derEncoded node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { nodes in
            let name = Name(identifier: try ASN1ObjectIdentifier(derEncoded: &nodes))
            switch name {
            case .rsaEncryption:
                // Some writers leave the NULL out.
                if let parameters = nodes.next() { _ = try ASN1Null(derEncoded: parameters) }
                return .rsa
            case .ecPublicKey:
                return .ellipticCurve(
                    Name(identifier: try ASN1ObjectIdentifier(derEncoded: &nodes))
                )
            default: return .named(name)
            }
        }
    }

    func serialize(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            switch self {
            case .rsa:
                try coder.serialize(Name.rsaEncryption.identifier)
                try coder.serialize(ASN1Null())
            case .ellipticCurve(let curve):
                try coder.serialize(Name.ecPublicKey.identifier)
                try coder.serialize(curve.identifier)
            case .named(let name): try coder.serialize(name.identifier)
            }
        }
    }
}
