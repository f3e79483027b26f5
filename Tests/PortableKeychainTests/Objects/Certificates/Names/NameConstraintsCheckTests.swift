import Testing

@testable import PortableKeychain

/// The work that constraints on names can make is bounded, and the faults say which name it is.
@Suite struct NameConstraintsCheckTests {
    private static func authority(_ subtrees: [[UInt8]]) throws -> X509Certificate {
        var made = TestCertificate()
        made.subject = name("Corp")
        let permitted = TestDER.value(0xA0, subtrees.flatMap { TestDER.sequence([$0]) })
        made.set(extensions: [TestCertificate.extension(30, TestDER.sequence([permitted]))])
        return try X509Certificate(der: made.der)
    }

    private static func leaf(_ names: [[UInt8]]) throws -> X509Certificate {
        var made = TestCertificate()
        made.subject = name("Leaf")
        made.set(extensions: [TestCertificate.extension(17, TestDER.sequence(names))])
        return try X509Certificate(der: made.der)
    }

    private static func name(_ text: String) -> [UInt8] {
        let value = TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, text)])
        return TestDER.sequence([TestDER.value(0x31, value)])
    }

    private static func faults(
        of certificates: [X509Certificate],
        _ work: inout TrustWork
    ) -> [CertificateTrustError] {
        var path = TrustPath(certificates)
        path.check([.names], for: TrustDemand(), &work)
        return path.faults
    }

    @Test func endsAmongCountlessNames() throws {
        let host = TestDER.value(0x82, "a.test")
        let other = TestDER.value(0x82, "b.test")
        let authority = try Self.authority(Array(repeating: other, count: 500) + [host])
        for (count, isDone) in [(499, true), (500, false)] {
            let leaf = try Self.leaf(Array(repeating: host, count: count))
            var work = TrustWork()
            let faults = Self.faults(of: [leaf, authority], &work)
            #expect(faults.isEmpty == isDone)
            #expect(faults.first?.cause == (isDone ? nil : .unknownExtension))
            #expect(faults.first?.cause.isExcusable == (isDone ? nil : false))
            // One count is for all paths.
            #expect(!Self.faults(of: [leaf, authority], &work).isEmpty)
        }
    }

    static let sentences: [([UInt8], [UInt8], String)] = [
        (
            TestDER.value(0x82, "corp.test"), TestDER.value(0x82, "evil.test"),
            "the host \"evil.test\""
        ),
        (
            TestDER.value(0x81, "corp.test"), TestDER.value(0x81, "ann@evil.test"),
            "the e-mail address \"ann@evil.test\""
        ),
        (
            TestDER.value(0x86, "corp.test"), TestDER.value(0x86, "https://evil.test/"),
            "the URI \"https://evil.test/\""
        ),
        (
            TestDER.value(0x87, [10, 0, 0, 0, 255, 0, 0, 0]), TestDER.value(0x87, [192, 0, 2, 1]),
            "the address \"192.0.2.1\""
        ),
        (
            TestDER.value(0x87, [10, 0, 0, 0, 255, 0, 0, 0]),
            TestDER.value(0x87, [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]),
            "the address \"2001:db8:0:0:0:0:0:1\""
        ),
        (
            TestDER.value(0xA4, name("Corp")), TestDER.value(0x82, "a.test"),
            "the distinguished name \"Leaf\""
        ),
        ([0x88, 2, 0x2A, 3], [0x88, 2, 0x2A, 3], "a name of another kind"),
        (
            TestDER.value(0x82, "corp.test"), [0x82, 1, 0xFF],
            "the host that cannot be read"
        ),
    ]

    @Test(arguments: sentences)
    func namesWhatIsForbidden(subtree: [UInt8], name: [UInt8], words: String) throws {
        var work = TrustWork()
        let path = [try Self.leaf([name]), try Self.authority([subtree])]
        let fault = try #require(Self.faults(of: path, &work).first)
        #expect(fault.cause == .forbiddenName)
        #expect(!fault.cause.isExcusable)
        #expect(fault.certificate == path[0])
        #expect(
            fault.reason == """
                The certificate "Leaf" has \(words), for which the authority "Corp" may not issue \
                certificates.
                """
        )
    }
}
