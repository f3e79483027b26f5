import Foundation
import Testing

@testable import PortableKeychain

/// Files of certificates, as programs write them (RFC 7468).
@Suite struct CertificatePEMTests {
    private static let pem: String = {
        // swift-format-ignore: NeverUseForceTry
        try! KnownCertificate.p256.certificate.pem
    }()

    @Test func writesWhatItReads() throws {
        let certificate = try KnownCertificate.rsa.certificate
        let lines = certificate.pem.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "-----BEGIN CERTIFICATE-----")
        #expect(lines.suffix(2) == ["-----END CERTIFICATE-----", ""])
        #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 64 })
        #expect(try X509Certificate.all(in: Array(certificate.pem.utf8)) == [certificate])
    }

    static let files: [(name: String, text: String, count: Int)] = [
        ("one", pem, 1), ("two", pem + pem, 2),
        ("text around", "subject=x\n" + pem + "between\n\n" + pem + "end", 2),
        ("a leading zero", "0 s:CN = x\n" + pem, 1),
        ("other ends of lines", pem.replacing("\n", with: "\r\n"), 1),
        ("older ends of lines", pem.replacing("\n", with: "\r"), 1),
        ("no last newline", String(pem.dropLast()), 1),
        ("blanks", pem.replacing("\n", with: " \n\t"), 1),
        (
            "one line",
            "-----BEGIN CERTIFICATE-----\n"
                + pem.split(separator: "\n").dropFirst()
                .dropLast().joined() + "\n-----END CERTIFICATE-----", 1
        ),
    ]

    @Test(arguments: files)
    func reads(name: String, text: String, count: Int) throws {
        // A line that begins with a blank is not a mark.
        let text = text.replacing("\t-----", with: "-----")
        let certificates = try X509Certificate.all(in: Array(text.utf8))
        #expect(
            certificates.map(\.der) == Array(repeating: KnownCertificate.p256.der, count: count)
        )
    }

    static let others: [(name: String, text: String)] = [
        ("nothing", ""), ("text", "a certificate"), ("zeros", "00000000"),
        ("no end", String(pem.dropLast(20))), ("no beginning", String(pem.dropFirst(30))),
        ("two beginnings", "-----BEGIN CERTIFICATE-----\n" + pem),
        ("two ends", pem + "-----END CERTIFICATE-----\n"),
        ("nothing between", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"),
        ("no Base64", pem.replacing("\nM", with: "\n*")),
        ("another kind", pem.replacing("CERTIFICATE", with: "PRIVATE KEY")),
        (
            "another kind after",
            pem + "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n"
        ),
        (
            "one that is none",
            pem + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        ),
    ]

    @Test(arguments: others)
    func refuses(name: String, text: String) {
        #expect(throws: KeychainError(.undecodable), "\(name)") {
            try X509Certificate.all(in: Array(text.utf8))
        }
    }

    @Test func readsBytes() throws {
        let der = KnownCertificate.p256.der
        #expect(try X509Certificate.all(in: der).map(\.der) == [der])
        for bytes in [der + [0], der + der, Array(der.dropLast()), [0x30], [0xFF, 0xFE]] {
            #expect(throws: KeychainError(.undecodable)) { try X509Certificate.all(in: bytes) }
        }
    }
}
