import Foundation
import Testing

@testable import PortableKeychain

/// The contents of certificates, number by number (item-semantics.md §1.7 and §6.5).
@Suite struct X509CertificateTests {
    @Test(
        arguments: [
            (.rsa, .rsa, 2048, 3), (.pss, .rsa, 2048, 3), (.p256, .ellipticCurve, 256, 3),
            (.p384, .ellipticCurve, 384, 3), (.p521, .ellipticCurve, 521, 3),
            (.ed25519, .ed25519, 256, 3), (.version1, .ellipticCurve, 256, 1),
        ] as [(KnownCertificate, KeyType, Int, Int)]
    )
    func holdsItsKey(known: KnownCertificate, type: KeyType, size: Int, version: Int) throws {
        let certificate = try known.certificate
        let key = try certificate.publicKey()
        #expect(key.type == type)
        #expect(key.sizeInBits == size)
        #expect(key.keyClass == .publicKey)
        #expect(certificate.version == version)
        #expect(certificate.publicKeyHash == key.applicationLabel)
        #expect(certificate.der == known.der)
        // OpenSSL makes the identifier by hashing the same bits.
        #expect(certificate.subjectKeyIdentifier ?? key.applicationLabel == key.applicationLabel)
        #expect(certificate.isSigned(by: certificate))
    }

    @Test func statesKeyIdentifiers() throws {
        let issuer = try KnownCertificate.issuing.certificate
        #expect(issuer.subjectKeyIdentifier == issuer.publicKeyHash)
        #expect(
            try KnownCertificate.leaf.certificate.authorityKeyIdentifier == issuer.publicKeyHash
        )
        let none = try KnownCertificate.utf8.certificate
        #expect(none.subjectKeyIdentifier == nil)
        #expect(none.authorityKeyIdentifier == nil)
    }

    @Test(
        arguments: [
            (.serialNegative, [0xFB]), (.serialZero, [0]), (.serialPadded, [0, 0x80]),
            (.serial20, [0x7F] + Array(repeating: 0xAB, count: 19)),
            (.serial37, [0x7F] + Array(repeating: 0xAB, count: 36)), (.serial38, nil),
        ] as [(KnownCertificate, [UInt8]?)]
    )
    func keepsItsSerialNumber(known: KnownCertificate, content: [UInt8]?) {
        #expect((try? known.certificate)?.serialNumber == content)
    }

    /// Moments as another program computes them.
    @Test(
        arguments: [
            (.expired, -63_158_400, -31_579_200), (.instant, 757_382_400, 757_382_400),
            (.reference, 0, 1_388_534_400), (.far, 1_546_300_799, 252_423_993_599),
            (.before1970, -1_609_459_200, 1_546_300_800),
        ] as [(KnownCertificate, Double, Double)]
    )
    func statesItsValidity(known: KnownCertificate, first: Double, last: Double) throws {
        let validity = try known.certificate.validity
        #expect(validity.notBefore.timeIntervalSinceReferenceDate == first)
        #expect(validity.notAfter.timeIntervalSinceReferenceDate == last)
    }

    @Test func saysWhatItIsFor() throws {
        let server = try KnownCertificate.server.certificate
        #expect(server.keyUsage == [.digitalSignature, .keyAgreement])
        #expect(server.extendedKeyUsage == ["1.3.6.1.5.5.7.3.1"])
        let client = try KnownCertificate.client.certificate
        #expect(client.keyUsage == .digitalSignature)
        #expect(client.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.4"])
        let authority = try KnownCertificate.issuing.certificate
        #expect(authority.keyUsage == [.certificateSigning, .revocationListSigning])
        #expect(authority.extensions.isAuthority == true)
        #expect(authority.extensions.pathLength == 0)
        let other = try KnownCertificate.utf8.certificate
        #expect(other.keyUsage == nil)
        #expect(other.extendedKeyUsage == nil)
        #expect(other.extensions.isAuthority == nil)
    }

    @Test func comparesByItsBytes() throws {
        let certificate = try KnownCertificate.p256.certificate
        #expect(certificate == (try KnownCertificate.p256.certificate))
        #expect(certificate != (try KnownCertificate.p384.certificate))
        #expect(Set([certificate, try KnownCertificate.p256.certificate]).count == 1)
    }
}
