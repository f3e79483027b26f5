import Foundation
import PortableSecurity
import Testing

/// Certificates as objects (item-semantics.md §1.7 and §6.5).
@Suite struct CertificateTests {
    @Test func showsWhatItSays() throws {
        let certificate = Fixture.server
        #expect(SecCertificateCopyData(certificate) as Data == Fixture.serverBytes)
        #expect(SecCertificateCopySubjectSummary(certificate) as String? == "Front Door")
        var name: CFString?
        #expect(SecCertificateCopyCommonName(certificate, &name) == errSecSuccess)
        #expect(name as String? == "Front Door")
        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect(addresses as? [String] == ["doors@example.com"])
        let serial = SecCertificateCopySerialNumberData(certificate, nil) as Data?
        #expect(serial == Data([0x10, 0x01]))
        let first = SecCertificateCopyNotValidBeforeDate(certificate) as Date?
        let last = SecCertificateCopyNotValidAfterDate(certificate) as Date?
        #expect(first?.ISO8601Format() == "2020-01-01T00:00:00Z")
        #expect(last?.ISO8601Format() == "2120-01-01T00:00:00Z")
    }

    @Test func namesItsIssuer() throws {
        let issuer = SecCertificateCopyNormalizedIssuerSequence(Fixture.server) as Data?
        let root = SecCertificateCopyNormalizedSubjectSequence(Fixture.root) as Data?
        #expect(issuer == root)
        // A whole SEQUENCE, which a search by issuers takes.
        let name = try #require(issuer)
        #expect(name.first == 0x30)
        #expect(Int(name[1]) == name.count - 2)
    }

    @Test func holdsItsKey() throws {
        let key = try #require(SecCertificateCopyKey(Fixture.server))
        #expect(key == SecKeyCopyPublicKey(Fixture.serverKey))
    }

    @Test func mayHaveNoNames() throws {
        let certificate = Fixture.nameless
        var name: CFString? = "before"
        #expect(SecCertificateCopyCommonName(certificate, &name) == errSecInternal)
        #expect(name == nil)
        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect(addresses?.count == 0)
        #expect(SecCertificateCopySubjectSummary(certificate) as String? == "Nameless")
    }

    @Test func comparesByItsBytes() throws {
        let certificate = Fixture.server
        #expect(certificate == Fixture.server)
        #expect(certificate.hash == Fixture.server.hash)
        #expect(certificate != Fixture.root)
        #expect(CFGetTypeID(certificate) == SecCertificateGetTypeID())
    }

    static let others: [Data] = [
        Data(), Data("asdf".utf8), Fixture.serverBytes.dropLast(), Fixture.serverBytes + [0],
        Fixture.serverKeyBytes,
    ]

    @Test(arguments: others)
    func isNotMadeOfOtherBytes(bytes: Data) {
        #expect(SecCertificateCreateWithData(nil, bytes as CFData) == nil)
    }

    @Test func isStoredAndFound() throws {
        try isolated { _ in
            let addition: [String: Any] = [
                kSecClass as String: kSecClassCertificate,
                kSecValueRef as String: Fixture.server,
                kSecAttrLabel as String: "My Certificate",
            ]
            #expect(SecItemAdd(addition as CFDictionary, nil) == errSecSuccess)
            let query: [String: Any] = [
                kSecClass as String: kSecClassCertificate,
                kSecAttrLabel as String: "My Certificate",
                kSecReturnRef as String: kCFBooleanTrue!,
            ]
            var item: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess)
            let certificate = item as! SecCertificate
            #expect(certificate == Fixture.server)
            let (_, bytes) = search(["class": kSecClassCertificate, "r_Data": true])
            #expect(bytes as? Data == Fixture.serverBytes)
        }
    }

    @Test func isLabelledByItsSubject() throws {
        try isolated { _ in
            let addition =
                [kSecValueRef: Fixture.server, kSecReturnAttributes: true] as [CFString: Any]
            var added: CFTypeRef?
            #expect(SecItemAdd(addition as CFDictionary, &added) == errSecSuccess)
            let attributes = try #require(added as? [CFString: Any])
            #expect(attributes[kSecAttrLabel] as? String == "Front Door")
            #expect(attributes[kSecAttrSerialNumber] as? Data == Data([0x10, 0x01]))
            #expect(attributes[kSecAttrCertificateType] as? Int == 3)
        }
    }
}
