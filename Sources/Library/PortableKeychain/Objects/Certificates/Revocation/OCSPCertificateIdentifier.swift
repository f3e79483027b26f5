internal import Crypto
internal import SwiftASN1

/// The identity of the certificate that an answer is about: digests of its issuer's name and key,
/// and its number (RFC 6960, 4.1.1).
struct OCSPCertificateIdentifier: Sendable {
    /// The digest; `nil` for one that is not known here, so that the answer is about no certificate.
    private let digest: (@Sendable ([UInt8]) -> [UInt8])?
    private let issuerName: [UInt8]
    private let issuerKey: [UInt8]
    private let serialNumber: [UInt8]

    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        var algorithm = try parts.open(.sequence)
        let identifier = try algorithm.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        digest = Self.digests[identifier]
        issuerName = Array(try parts.take(.octetString).primitive(.octetString))
        issuerKey = Array(try parts.take(.octetString).primitive(.octetString))
        serialNumber = Array(try parts.take(.integer).primitive(.integer))
        try parts.finish()
    }

    /// Whether it is that of a certificate.
    func isThat(of certificate: X509Certificate, issuedBy issuer: X509Certificate) -> Bool {
        guard let digest, let key = issuer.publicKeyBits else { return false }
        return serialNumber == certificate.serialNumber
            && issuerName == digest(certificate.issuer) && issuerKey == digest(key)
    }

    /// The digests, on which no secret depends, so that SHA-1 is good enough: most answers have it.
    private static let digests: [ASN1ObjectIdentifier: @Sendable ([UInt8]) -> [UInt8]] = [
        [1, 3, 14, 3, 2, 26]: { Array(Insecure.SHA1.hash(data: $0)) },
        [2, 16, 840, 1, 101, 3, 4, 2, 1]: { Array(SHA256.hash(data: $0)) },
        [2, 16, 840, 1, 101, 3, 4, 2, 2]: { Array(SHA384.hash(data: $0)) },
        [2, 16, 840, 1, 101, 3, 4, 2, 3]: { Array(SHA512.hash(data: $0)) },
    ]
}
