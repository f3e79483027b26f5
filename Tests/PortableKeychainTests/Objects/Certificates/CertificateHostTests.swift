import Foundation
import Testing

@testable import PortableKeychain

/// The hosts that a certificate names, and the keys that are good enough for TLS (item-semantics.md
/// §6.5).
@Suite struct CertificateHostTests {
    /// Hosts, and the alternative names of a certificate for them.
    struct Row: Sendable, CustomTestStringConvertible {
        let names: [Name]
        let named: [String]
        let others: [String]

        var testDescription: String { "\(names)" }
    }

    enum Name: Sendable {
        case dns(String)
        case address([UInt8])

        var der: [UInt8] {
            switch self {
            case .dns(let name): TestDER.value(0x82, name)
            case .address(let bytes): TestDER.value(0x87, bytes)
            }
        }
    }

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

    static let rows = [
        Row(
            names: [.dns("Kernel.Example.org")],
            named: ["kernel.example.org", "KERNEL.EXAMPLE.ORG"],
            others: [
                // The Kelvin sign, whose lower case is "k"; and a dotted capital I.
                "\u{212A}ernel.example.org", "kernel.example.org.", "ernel.example.org",
                "a.kernel.example.org", "kernel.example.org\0.evil.org", "",
            ]
        ),
        Row(
            names: [.dns("\u{212A}ernel.example.org"), .dns("zu\u{0308}rich.example.org")],
            named: [],
            others: [
                "kernel.example.org", "\u{212A}ernel.example.org", "z\u{00FC}rich.example.org",
                "zu\u{0308}rich.example.org",
            ]
        ),
        Row(
            names: [.dns("*.Example.org")],
            named: ["a.example.org", "A.EXAMPLE.org", "xn--zrich-kva.example.org"],
            others: [
                "example.org", ".example.org", "a.b.example.org", "*.example.org",
                "\u{FC}.example.org",
            ]
        ),
        Row(
            names: [
                .dns("*"), .dns("*.org"), .dns("a*.example.org"), .dns("*a.example.org"),
                .dns("www.*.example.org"), .dns("*.*.example.org"), .dns("*..org"), .dns("**.a.b"),
            ],
            named: [],
            others: [
                "org", "example.org", "*.org", "ab.example.org", "a*.example.org", "ba.example.org",
                "www.b.example.org", "a.b.example.org", "a..org", "ab.a.b",
            ]
        ),
        // An address is not a name: neither a wildcard nor the same text names it.
        Row(
            names: [.dns("*.0.2.1"), .dns("192.0.2.1"), .dns("*.2.1"), .dns("::1"), .dns("*.0.1")],
            named: [],
            others: [
                "192.0.2.1", "::1", "[::1]", "127.1", "1.2.1", "0x7f.0.0.1", "127.0.0.0x1",
                "192.0.2.01",
            ]
        ),
        Row(
            names: [.address([192, 0, 2, 1]), .address(loopback), .address([10, 0, 0])],
            named: ["192.0.2.1", "::1", "[::1]", "0:0:0:0:0:0:0:1"],
            others: [
                "192.0.2.2", "[192.0.2.1]", "192.0.2.1.", "192.0.2.1\0", "192.0.2", "192.0.513",
                "::2", "[::1", "::1%lo", "10.0.0", "::ffff:192.0.2.1", "example.org",
            ]
        ),
    ]

    @Test(arguments: rows)
    func namesItsHosts(row: Row) throws {
        let certificate = try Self.certificate(row.names)
        for (host, isNamed) in row.named.map({ ($0, true) }) + row.others.map({ ($0, false) }) {
            let cause = Self.refusal(of: certificate, for: .tlsServer(host: host))
            #expect(cause == (isNamed ? nil : .wrongHost), "\(host.debugDescription)")
        }
    }

    /// Common names are not hosts, and not addresses either.
    @Test(arguments: ["www.example.org", "192.0.2.1"])
    func ignoresCommonNames(host: String) throws {
        var made = TestCertificate()
        let name = TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, host)])
        made.subject = TestDER.sequence([TestDER.value(0x31, name)])
        made.key = Self.rsaKey(2048)
        made.notBefore = Self.beforeServerRules
        let certificate = try X509Certificate(der: made.der)
        for asked in [nil, host] {
            #expect(Self.refusal(of: certificate, for: .tlsServer(host: asked)) == .wrongHost)
        }
    }

    /// Sizes of RSA keys, and whether TLS takes them; nothing takes less than 1,024 bits.
    @Test(arguments: [(512, false), (1024, false), (2040, false), (2048, true), (4096, true)])
    func demandsLongKeys(size: Int, isStrong: Bool) throws {
        let certificate = try Self.certificate([.dns("a.test")], key: Self.rsaKey(size))
        for policy in [CertificatePolicy.basicX509, .mail(address: nil)] {
            #expect(Self.refusal(of: certificate, for: policy) == (size < 1024 ? .weakKey : nil))
        }
        for policy in [CertificatePolicy.tlsServer(host: nil), .tlsClient] {
            #expect(Self.refusal(of: certificate, for: policy) == (isStrong ? nil : .weakKey))
        }
    }

    /// A key of an unknown kind is not a key for TLS.
    @Test func refusesUnknownKeys() throws {
        // Ed448.
        let key = TestDER.sequence([
            [0x30, 5, 6, 3, 0x2B, 0x65, 0x71],
            TestDER.value(3, [0] + [UInt8](repeating: 7, count: 57)),
        ])
        let certificate = try Self.certificate([], key: key)
        #expect(Self.refusal(of: certificate, for: .tlsClient) == .weakKey)
        #expect(Self.refusal(of: certificate, for: .basicX509) == nil)
    }

    /// Certificates from then need not name their purpose.
    private static let beforeServerRules = TestDER.value(0x17, "190601000000Z")

    private static func certificate(
        _ names: [Name],
        key: [UInt8] = rsaKey(2048)
    ) throws -> X509Certificate {
        var made = TestCertificate()
        made.key = key
        made.notBefore = beforeServerRules
        if !names.isEmpty {
            made.set(extensions: [
                TestCertificate.extension(17, TestDER.sequence(names.map(\.der)))
            ])
        }
        return try X509Certificate(der: made.der)
    }

    /// A public key of this size, which has no private half: an odd number with its first bit set.
    private static func rsaKey(_ bits: Int) -> [UInt8] {
        var modulus = [UInt8](repeating: 0xA5, count: bits / 8)
        modulus[0] = 0x80
        let numbers = TestDER.sequence([TestDER.value(2, [0] + modulus), [2, 3, 1, 0, 1]])
        let algorithm: [UInt8] = [
            0x30, 13, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 5, 0,
        ]
        return TestDER.sequence([algorithm, TestDER.value(3, [0] + numbers)])
    }

    /// The reason why a certificate that is an anchor itself is refused for a purpose.
    private static func refusal(
        of certificate: X509Certificate,
        for policy: CertificatePolicy
    ) -> CertificateTrustError.Cause? {
        do throws(CertificateTrustError) {
            try certificate.evaluateTrust(
                for: policy,
                anchors: [certificate],
                at: Date(timeIntervalSinceReferenceDate: CertificatePathTests.now)
            )
            return nil
        } catch {
            return error.cause
        }
    }
}
