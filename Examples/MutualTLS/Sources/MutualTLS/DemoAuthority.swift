import Crypto
import Foundation
import PortableKeychain
import X509

/// An authority of a test, which issues certificates for keys that it never sees.
struct DemoAuthority {
    let root: X509Certificate
    private let key = P256.Signing.PrivateKey()
    private let name: DistinguishedName

    init(_ name: String) throws {
        self.name = try DistinguishedName { CommonName(name) }
        root = try Self.certificate(
            for: .init(key.publicKey),
            named: self.name,
            by: (key, self.name),
            until: .now + 86_400,
            try .init { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0)) }
        )
    }

    /// Issues a certificate that is good for a server on this machine, and for a client.
    ///
    /// - Parameters:
    ///   - name: The name of the server or client.
    ///   - publicKey: Its public key.
    ///   - end: The time when the certificate expires.
    func certificate(
        _ name: String,
        for publicKey: KeyMaterial,
        until end: Date = .now + 3600
    ) throws -> X509Certificate {
        let publicKey = try P256.Signing.PublicKey(
            derRepresentation: publicKey.publicKey.subjectPublicKeyInfo()
        )
        return try Self.certificate(
            for: .init(publicKey),
            named: DistinguishedName { CommonName(name) },
            by: (key, self.name),
            until: end,
            try .init {
                Critical(BasicConstraints.notCertificateAuthority)
                try ExtendedKeyUsage([.serverAuth, .clientAuth])
                SubjectAlternativeNames([.dnsName("localhost")])
            }
        )
    }

    private static func certificate(
        for publicKey: Certificate.PublicKey,
        named subject: DistinguishedName,
        by issuer: (key: P256.Signing.PrivateKey, name: DistinguishedName),
        until end: Date,
        _ extensions: Certificate.Extensions
    ) throws -> X509Certificate {
        let issued = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: .now - 7200,
            notValidAfter: end,
            issuer: issuer.name,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: .init(issuer.key)
        )
        return try X509Certificate(der: issued.serializeAsPEM().derBytes)
    }
}
