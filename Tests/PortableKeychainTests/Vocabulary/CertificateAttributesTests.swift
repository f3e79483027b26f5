import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The attributes that follow from a certificate (item-semantics.md §1.7).
@Suite struct CertificateAttributesTests {
    @Test func hasTheAttributesOfItsItem() throws {
        let certificate = try KnownCertificate.version1.certificate
        let name = TestDER.value(
            0x31,
            TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, "Version 1")])
        )
        #expect(
            certificate.itemAttributes == [
                .certificateType: .number(1), .certificateEncoding: .number(3),
                .subject: .data(Data(name)), .issuer: .data(Data(name)),
                .serialNumber: .data(Data([1])),
                .publicKeyHash: .data(Data(try certificate.publicKey().applicationLabel)),
            ]
        )
        let other = try KnownCertificate.p256.certificate
        let identifier = try #require(other.subjectKeyIdentifier)
        #expect(other.itemAttributes[.subjectKeyID] == .data(Data(identifier)))
    }
}
