import KeychainTesting
import PortableKeychain
import SafeText
import Testing

@testable import KeychainctlKit

/// The text of `certificate verify --explain`.
@Suite struct TrustExplanationTests {
    /// A certificate that signed itself and is not an authority, among anchors or not.
    private static func paths(isAnchor: Bool) throws -> [TrustPath] {
        let certificate = try X509Certificate(der: CertificateFixture.mail.der)
        let question = TrustQuestion(
            policy: .tlsServer(host: "a.test"),
            anchors: isAnchor ? [certificate] : [],
            moment: certificate.validity.notBefore
        )
        var tried: [TrustPath] = []
        #expect(throws: CertificateTrustError.self) {
            try certificate.evaluateTrust(question, recording: { tried.append($0) })
        }
        return tried
    }

    @Test func hasALineForEachCheck() throws {
        let paths = try Self.paths(isAnchor: true)
        let lines = TrustExplanation(paths).lines.map(\.text)
        let path = try #require(paths.first)
        #expect(paths.count == 1)
        #expect(lines.count == 2 + path.findings.count)
        #expect(lines[0] == "path 1 of 1: not trusted")
        #expect(lines[1] == "  \(try #require(path.certificates[0].subjectSummary))")
        #expect(lines.contains("    passed: anchor"))
        #expect(lines.contains("    passed: validity"))
        let refused = lines.filter { $0.hasPrefix("    failed: host: The certificate ") }
        #expect(refused.count == 1 && refused[0].contains("\"a.test\""))
        let checks = lines.dropFirst(2).map { $0.prefix(12) }
        #expect(Set(checks) == ["    passed: ", "    failed: "])
    }

    @Test func isAnObjectForPrograms() throws {
        let paths = try Self.paths(isAnchor: false)
        let path = try #require(paths.first)
        let reason = try #require(path.findings.last?.reason)
        let subject = try #require(path.certificates[0].subjectSummary)
        let serial = ByteText.hexadecimal(path.certificates[0].serialNumber)
        #expect(
            JSON.object(TrustExplanation(paths).members).line == """
                {"paths":[{"trusted":false,"certificates":[{"subject":"\(subject)",\
                "serial":"\(serial)","checks":[{"check":"anchor","passed":false,\
                "reason":"\(reason.replacing("\"", with: "\\\""))"}]}]}]}
                """
        )
    }

    @Test func saysThatNothingWasTried() {
        #expect(TrustExplanation([]).lines.isEmpty)
        #expect(JSON.object(TrustExplanation([]).members).line == #"{"paths":[]}"#)
    }
}
