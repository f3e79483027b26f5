import Foundation
import TestRounds
import Testing

@testable import PortableKeychain

/// Bytes that are almost certificates, or meant to do harm: they are only refused.
@Suite struct HostileCertificateTests {
    typealias Change = @Sendable (inout TestCertificate) -> Void

    /// A change of a certificate, and whether it is one afterwards.
    static let changes: [(name: String, isRead: Bool, change: Change)] = [
        ("nothing", true, { _ in }),
        ("no version", true, { $0.version = [] }),
        ("version 1, said", true, { $0.version = [0xA0, 3, 2, 1, 0] }),
        ("version 2", true, { $0.version = [0xA0, 3, 2, 1, 1] }),
        ("version 4", false, { $0.version = [0xA0, 3, 2, 1, 3] }),
        ("version 0", false, { $0.version = [0xA0, 3, 2, 1, 0xFF] }),
        ("two versions", false, { $0.version = [0xA0, 6, 2, 1, 2, 2, 1, 2] }),
        ("empty version", false, { $0.version = [0xA0, 0] }),
        ("no serial number", false, { $0.serialNumber = [] }),
        ("empty serial number", false, { $0.serialNumber = [2, 0] }),
        ("serial number of bytes", false, { $0.serialNumber = [4, 1, 1] }),
        ("37 octets", true, { $0.serialNumber = [2, 37] + Array(repeating: 1, count: 37) }),
        ("38 octets", false, { $0.serialNumber = [2, 38] + Array(repeating: 1, count: 38) }),
        ("two algorithms", false, { $0.outerAlgorithm = [0x30, 5, 6, 3, 0x2B, 0x65, 0x71] }),
        (
            "a NULL beside one", true,
            { $0.outerAlgorithm = [0x30, 7, 6, 3, 0x2B, 0x65, 0x70, 5, 0] }
        ),
        ("a NULL in one", true, { $0.innerAlgorithm = [0x30, 7, 6, 3, 0x2B, 0x65, 0x70, 5, 0] }),
        (
            "two algorithms and a NULL", false,
            { $0.outerAlgorithm = [0x30, 7, 6, 3, 0x2B, 0x65, 0x71, 5, 0] }
        ),
        (
            "parameters beside one", false,
            { $0.outerAlgorithm = [0x30, 7, 6, 3, 0x2B, 0x65, 0x70, 4, 0] }
        ),
        (
            "two NULLs", false,
            { $0.outerAlgorithm = [0x30, 9, 6, 3, 0x2B, 0x65, 0x70, 5, 0, 5, 0] }
        ),
        ("empty algorithms", false, { $0.set(algorithm: [0x30, 0]) }),
        ("strange algorithms", true, { $0.set(algorithm: [0x30, 4, 6, 2, 0x2A, 3]) }),
        ("bare RSA-PSS", true, { $0.set(algorithm: pss([])) }),
        ("RSA-PSS with NULL", true, { $0.set(algorithm: pss([5, 0])) }),
        ("RSA-PSS with defaults", true, { $0.set(algorithm: pss([0x30, 0])) }),
        ("RSA-PSS with nonsense", true, { $0.set(algorithm: pss([0x30, 2, 0xA0, 0])) }),
        ("issuer with an empty set", false, { $0.issuer = [0x30, 2, 0x31, 0] }),
        ("issuer that is text", false, { $0.issuer = [0x0C, 1, 0x41] }),
        (
            "subject without a value", false,
            {
                $0.subject = TestDER.sequence([
                    TestDER.value(0x31, TestDER.sequence([[6, 1, 0x2A]]))
                ])
            }
        ),
        ("times the wrong way round", true, { swap(&$0.notBefore, &$0.notAfter) }),
        ("no end", false, { $0.notAfter = [] }),
        ("long year", true, { $0.notAfter = TestDER.value(0x18, "20500101000000Z") }),
        ("no zone", false, { $0.notBefore = TestDER.value(0x17, "250101000000") }),
        ("other zone", false, { $0.notBefore = TestDER.value(0x17, "250101000000+0100") }),
        ("no seconds", false, { $0.notBefore = TestDER.value(0x17, "2501010000Z") }),
        ("month 13", false, { $0.notBefore = TestDER.value(0x17, "251301000000Z") }),
        ("February 30", false, { $0.notBefore = TestDER.value(0x17, "250230000000Z") }),
        ("hour 24", false, { $0.notBefore = TestDER.value(0x17, "250101240000Z") }),
        ("letters", false, { $0.notBefore = TestDER.value(0x17, "25010100000aZ") }),
        ("no key", false, { $0.key = [] }),
        ("empty key", false, { $0.key = [0x30, 0] }),
        ("key of no bits", false, { $0.key = TestDER.sequence([[0x30, 0], [3, 0]]) }),
        ("key of odd bits", false, { $0.key = TestDER.sequence([[0x30, 0], [3, 2, 8, 0]]) }),
        ("identifiers", true, { $0.identifiers = [0x81, 2, 0, 1, 0x82, 2, 0, 1] }),
        ("swapped identifiers", false, { $0.identifiers = [0x82, 2, 0, 1, 0x81, 2, 0, 1] }),
        ("something after the signature", false, { $0.after = [5, 0] }),
    ]

    @Test(arguments: changes.indices)
    func refusesInvalidInput(index: Int) {
        var certificate = TestCertificate()
        Self.changes[index].change(&certificate)
        #expect(certificate.isRead == Self.changes[index].isRead, "\(Self.changes[index].name)")
    }

    /// Extensions, and whether a certificate may have them.
    static let extensions: [(name: String, isRead: Bool, list: [[UInt8]])] = [
        ("none", true, []),
        ("unknown", true, [TestCertificate.extension(99, [1, 2, 3])]),
        ("as many as there may be", true, many(128)),
        ("one more", false, many(129)),
        ("twice", false, many(1) + many(1)),
        ("critical", true, [TestCertificate.extension(99, [], flag: [1, 1, 0xFF])]),
        ("critical in BER", true, [TestCertificate.extension(99, [], flag: [1, 1, 1])]),
        ("not critical, said", true, [TestCertificate.extension(99, [], flag: [1, 1, 0])]),
        ("empty flag", false, [TestCertificate.extension(99, [], flag: [1, 0])]),
        ("long flag", false, [TestCertificate.extension(99, [], flag: [1, 2, 0, 0])]),
        ("no value", false, [TestDER.sequence([[6, 3, 0x55, 0x1D, 99]])]),
        ("value of bits", false, [TestDER.sequence([[6, 3, 0x55, 0x1D, 99], [3, 1, 0]])]),
        ("more", false, [TestDER.sequence([[6, 3, 0x55, 0x1D, 99], [4, 0], [5, 0]])]),
        ("no identifier", false, [[0x30, 2, 4, 0]]),
        ("key identifier of bits", false, [TestCertificate.extension(14, [3, 1, 0])]),
        ("key identifier and more", false, [TestCertificate.extension(14, [4, 1, 0, 5, 0])]),
        ("key identifier of nothing", false, [TestCertificate.extension(14, [])]),
        ("uses", true, [TestCertificate.extension(15, [3, 2, 7, 0x80])]),
        ("uses in bytes", false, [TestCertificate.extension(15, [4, 1, 0])]),
        ("many uses", true, [TestCertificate.extension(15, [3, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8])]),
        ("names without a list", false, [TestCertificate.extension(17, [0x81, 1, 0x41])]),
        ("names of bytes", true, [TestCertificate.extension(17, [0x30, 3, 0x82, 1, 0xFF])]),
        ("names in names", true, [TestCertificate.extension(17, [0x30, 4, 0xA1, 2, 5, 0])]),
        ("authority", true, [TestCertificate.extension(19, [0x30, 6, 1, 1, 0xFF, 2, 1, 0])]),
        ("length below 0", false, [TestCertificate.extension(19, [0x30, 3, 2, 1, 0xFF])]),
        (
            "length too great", false,
            [
                TestCertificate.extension(19, [0x30, 11, 2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0])
            ]
        ),
        ("authority and more", false, [TestCertificate.extension(19, [0x30, 2, 5, 0])]),
        ("authority identifier", true, [TestCertificate.extension(35, [0x30, 3, 0x80, 1, 7])]),
        ("issuer's serial alone", true, [TestCertificate.extension(35, [0x30, 3, 0x82, 1, 7])]),
        ("constructed identifier", false, [TestCertificate.extension(35, [0x30, 2, 0xA0, 0])]),
        ("purposes of text", false, [TestCertificate.extension(37, [0x30, 3, 0x0C, 1, 0x41])]),
    ]

    @Test(arguments: extensions.indices)
    func refusesInvalidExtensions(index: Int) {
        let (name, isRead, list) = Self.extensions[index]
        var certificate = TestCertificate()
        certificate.set(extensions: list)
        #expect(certificate.isRead == isRead, "\(name)")
    }

    /// Whole files.
    static let files: [(name: String, der: [UInt8])] = [
        ("nothing", []), ("text", Array("asdf".utf8)), ("a byte", [0x30]), ("empty", [0x30, 0]),
        ("deep", TestDER.nested(0x30, 20_000)), ("deep sets", TestDER.nested(0x31, 60)),
        ("endless", [0x30, 0x80] + TestCertificate().der + [0, 0]),
        ("endless and deep", Array(repeating: [0x30, 0x80], count: 9_999).flatMap { $0 }),
        ("4 GiB", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("below 0", [0x30, 0x88] + Array(repeating: 0xFF, count: 8)),
        ("beyond numbers", [0x30, 0xFE] + Array(repeating: 0xFF, count: 126)),
        ("reserved length", [0x30, 0xFF, 0]),
        ("long length", [0x30, 0x81, 2, 5, 0]),
        ("great tag", [0x3F] + Array(repeating: 0xFF, count: 20) + [0x7F, 0]),
        ("endless tag", Array(repeating: 0xBF, count: 100)),
        ("a name", TestDER.sequence([[0x31, 0]])),
        ("wide", TestDER.value(0x30, Array(repeating: [0x30, 0], count: 50_000).flatMap { $0 })),
        ("too great", TestDER.value(0x30, Array(repeating: 0, count: 1 << 20))),
        ("byte after", TestCertificate().der + [0]),
    ]

    @Test(arguments: files.indices)
    func refusesInvalidFiles(index: Int) {
        #expect(TestCertificate.isRead(Self.files[index].der) == false, "\(Self.files[index].name)")
    }

    @Test func refusesIdentifiersBeyondNumbers() {
        let part: [UInt8] = [0x30, 17, 6, 12, 0x2A] + Array(repeating: 0xFF, count: 10) + [0x7F]
        var certificate = TestCertificate()
        certificate.subject = TestDER.sequence([TestDER.value(0x31, part + [0x0C, 1, 0x41])])
        #expect(certificate.isRead == false)
    }

    /// One byte at a time is changed, or all from there on taken away.
    @Test(arguments: [KnownCertificate.server, .described, .issuing])
    func survivesAlteredBytes(known: KnownCertificate) throws {
        for place in TestRounds.sample(of: Array(known.der.indices), every: 5) {
            #expect(TestCertificate.isRead(Array(known.der.prefix(place))) == false)
            for value in [known.der[place] ^ 1 << UInt8(place % 8), 0, 0x80, 0xFF] {
                var altered = known.der
                altered[place] = value
                let isRead = TestCertificate.isRead(altered)
                #expect(isRead != nil, "\(place): \(value)")
                guard isRead == true else { continue }
                let certificate = try X509Certificate(der: altered)
                #expect(certificate.der == altered)
                // Bytes that are read must not stop the program either.
                _ = (certificate.subjectSummary, certificate.itemAttributes)
                _ = try? certificate.publicKey()
            }
        }
    }

    private static func many(_ count: Int) -> [[UInt8]] {
        (0..<count).map { number in
            TestDER.sequence([[6, 3, 0x2A, UInt8(number / 100), UInt8(number % 100)], [4, 0]])
        }
    }

    private static func pss(_ parameters: [UInt8]) -> [UInt8] {
        TestDER.sequence([
            [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 10], parameters,
        ])
    }
}
