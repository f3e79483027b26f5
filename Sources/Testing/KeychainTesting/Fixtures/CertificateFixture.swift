internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// A certificate to test with, and facts about it from other sources than the code under test.
package struct CertificateFixture: Sendable {
    /// The label that it gets if none is given.
    package let summary: String
    /// The certificate in DER.
    package let der: [UInt8]
    /// The issuer as a whole Name in DER, as it stands in the certificate.
    package let issuerName: [UInt8]
    /// The attributes of the stored object (item-semantics.md §1.7), without a label.
    package let attributes: ItemAttributes

    init(
        summary: String,
        serialNumber: String,
        issuer: String,
        issuerName: String,
        subject: String,
        subjectKeyID: String?,
        publicKeyHash: String,
        der: String
    ) {
        self.summary = summary
        self.der = Array(Data(fixture: der))
        self.issuerName = Array(Data(fixture: issuerName))
        var attributes: ItemAttributes = [
            .certificateType: .number(3), .certificateEncoding: .number(3),
            .serialNumber: .data(Data(hexadecimal: serialNumber)),
            .issuer: .data(Data(fixture: issuer)), .subject: .data(Data(fixture: subject)),
            .publicKeyHash: .data(Data(hexadecimal: publicKeyHash)),
        ]
        attributes[.subjectKeyID] = subjectKeyID.map { .data(Data(hexadecimal: $0)) }
        self.attributes = attributes
    }

    /// All of them, authorities first.
    package static let all = [root, issuing, mail, site, old]

    /// The certificate as an object.
    package var certificate: X509Certificate {
        do {
            return try X509Certificate(der: der)
        } catch {
            preconditionFailure("OpenSSL made this certificate, and it is not read: \(error)")
        }
    }

    /// The certificate as an object of a request.
    package var object: ItemObject { .certificate(certificate) }

    /// The certificate with a key as an object of a request.
    package func identity(_ key: KeyFixture) -> ItemObject { .identity(certificate, key.material) }
}

extension Data {
    /// Bytes of a fixture, which are written in Base64.
    init(fixture text: String) { self = Data(base64Encoded: text) ?? Data() }

    /// Bytes of a fixture, which are written in hexadecimal digits.
    init(hexadecimal text: String) {
        var rest = Substring(text)
        self.init()
        while let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2 {
            append(byte)
            rest = rest.dropFirst(2)
        }
    }
}
