internal import SwiftASN1

/// A file of several certificates.
package enum CertificateFile: Sendable {
    /// Signed data without signers (RFC 5652, section 5), which PEM calls PKCS7.
    case pkcs7
    /// Netscape's sequence of certificates.
    case netscape

    /// Writes certificates as text, with a newline at the end.
    package func pem(_ certificates: [X509Certificate]) -> String {
        X509Certificate.pem(der(certificates), self == .pkcs7 ? "PKCS7" : "CERTIFICATE")
    }

    /// Writes certificates in DER.
    ///
    /// - Parameter certificates: The certificates, in the order of the file.
    /// - Returns: The file.
    package func der(_ certificates: [X509Certificate]) -> [UInt8] {
        let content = certificates.flatMap(\.der)
        switch self {
        case .pkcs7:
            let signed = DERValue.sequence(
                .number(1),
                .set([]),
                .sequence(.identifier([1, 2, 840, 113549, 1, 7, 1])),
                DERValue(tag: 0xA0, content: content),
                .set([])
            )
            return DERValue.sequence(
                .identifier([1, 2, 840, 113549, 1, 7, 2]),
                .explicit(0, signed)
            ).bytes
        case .netscape:
            return DERValue.sequence(
                .identifier([2, 16, 840, 1, 113730, 2, 5]),
                .explicit(0, DERValue(tag: 0x30, content: content))
            ).bytes
        }
    }
}
