import Foundation
import Testing

@testable import PortableKeychain

/// A certificate that the openssl command made once, in Base64.
struct KnownCertificate: Sendable {
    let der: [UInt8]

    init(_ text: String) {
        der = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    var certificate: X509Certificate {
        get throws { try X509Certificate(der: der) }
    }
}

extension KnownCertificate: CustomTestStringConvertible {
    /// The name in the certificate, because a thousand numbers say nothing.
    var testDescription: String { (try? certificate.subjectSummary) ?? "unnamed" }
}
