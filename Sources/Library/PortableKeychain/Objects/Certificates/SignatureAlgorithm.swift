internal import SwiftASN1

/// The algorithm with which a certificate is signed.
enum SignatureAlgorithm: Hashable, Sendable {
    /// An algorithm that keys here can verify.
    case known(KeyAlgorithm)
    /// An algorithm that is unknown or too weak to be believed, such as those on SHA-1.
    case other

    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        let identifier = try parts.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        let parameters = parts.next
        if identifier == .rsaPSS {
            self = parameters.flatMap { try? Self.pss($0) } ?? .other
        } else {
            self = Self.algorithms[identifier].map { .known($0) } ?? .other
        }
    }

    /// Whether the algorithm that the issuer signed is the one that stands beside the signature.
    ///
    /// They must be the same bytes (RFC 5280, 4.1.1.2). Some authorities leave the NULL after the
    /// identifier out in one of the two, which changes nothing.
    static func areSame(_ left: ASN1Node, _ right: ASN1Node) throws(KeychainError) -> Bool {
        if left.encodedBytes == right.encodedBytes { return true }
        let identifiers = try [left, right].map { node throws(KeychainError) in
            var parts = try DERCursor(node, .sequence)
            let identifier = try parts.take(.objectIdentifier).encodedBytes
            _ = parts.takeIfPresent(.null)
            try parts.finish()
            return identifier
        }
        return identifiers[0] == identifiers[1]
    }

    private static let algorithms: [ASN1ObjectIdentifier: KeyAlgorithm] = [
        [1, 2, 840, 113549, 1, 1, 11]: .rsaSignatureMessagePKCS1v15SHA256,
        [1, 2, 840, 113549, 1, 1, 12]: .rsaSignatureMessagePKCS1v15SHA384,
        [1, 2, 840, 113549, 1, 1, 13]: .rsaSignatureMessagePKCS1v15SHA512,
        [1, 2, 840, 10045, 4, 3, 2]: .ecdsaSignatureMessageX962SHA256,
        [1, 2, 840, 10045, 4, 3, 3]: .ecdsaSignatureMessageX962SHA384,
        [1, 2, 840, 10045, 4, 3, 4]: .ecdsaSignatureMessageX962SHA512,
        [1, 3, 101, 112]: .edDSASignatureMessageCurve25519SHA512,
    ]

    private static let digests: [ASN1ObjectIdentifier: (length: Int64, algorithm: KeyAlgorithm)] = [
        [2, 16, 840, 1, 101, 3, 4, 2, 1]: (32, .rsaSignatureMessagePSSSHA256),
        [2, 16, 840, 1, 101, 3, 4, 2, 2]: (48, .rsaSignatureMessagePSSSHA384),
        [2, 16, 840, 1, 101, 3, 4, 2, 3]: (64, .rsaSignatureMessagePSSSHA512),
    ]

    /// The parameters of RSA-PSS (RFC 4055, 3.1): one digest for all, and a salt of its length.
    private static func pss(_ node: ASN1Node) throws(KeychainError) -> Self {
        var parts = try DERCursor(node, .sequence)
        guard let digest = parts.takeIfPresent(.context(0)),
            let mask = parts.takeIfPresent(.context(1)),
            let salt = parts.takeIfPresent(.context(2))
        else { return .other }
        var outer = try DERCursor(digest, .context(0))
        var inner = try outer.open(.sequence)
        let identifier = try inner.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        outer = try DERCursor(mask, .context(1))
        inner = try outer.open(.sequence)
        _ = try inner.take(.objectIdentifier)
        inner = try inner.open(.sequence)
        let maskDigest = try inner.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        outer = try DERCursor(salt, .context(2))
        let length = try outer.take(.integer).decoded(Int64.self)
        guard let found = digests[identifier], maskDigest == identifier, found.length == length
        else { return .other }
        return .known(found.algorithm)
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let rsaPSS: Self = [1, 2, 840, 113549, 1, 1, 10]
}
