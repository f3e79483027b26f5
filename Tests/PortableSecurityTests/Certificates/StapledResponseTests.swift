import Foundation
import Synchronization
import Testing

@testable import PortableSecurity

/// Answers about revocation that came with a connection, as openssl makes them (item-semantics.md §6.5).
@Suite(.enabled(if: OpenSSL.isInstalled, "needs the openssl command"))
struct StapledResponseTests {
    private static let good = "V\t361231000000Z\t\t02"
    private static let revoked = "R\t361231000000Z\t261101000000Z,superseded\t02"

    struct Row: Sendable {
        /// The line of openssl's index; `nil` for no response.
        let status: String?
        var flags: CFOptionFlags?
        var isAltered = false
        var isLate = false
        let code: OSStatus?
        var result = SecTrustResultType.unspecified
        /// The part of `SecTrustCopyResult` about revocation.
        var isChecked: Bool?
        var reason: Int?
    }

    private static let required = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse

    static let rows = [
        Row(status: nil, code: nil),
        Row(status: nil, flags: kSecRevocationOCSPMethod, code: nil, isChecked: false),
        Row(
            status: nil,
            flags: required,
            code: errSecIncompleteCertRevocationCheck,
            result: .recoverableTrustFailure,
            isChecked: false
        ),
        Row(status: good, code: nil, isChecked: true),
        Row(status: good, flags: required, code: nil, isChecked: true),
        Row(status: good, isAltered: true, code: nil),
        Row(status: good, isLate: true, code: nil),
        Row(
            status: good,
            flags: required,
            isAltered: true,
            code: errSecIncompleteCertRevocationCheck,
            result: .recoverableTrustFailure,
            isChecked: false
        ),
        Row(
            status: good,
            flags: required,
            isLate: true,
            code: errSecIncompleteCertRevocationCheck,
            result: .recoverableTrustFailure,
            isChecked: false
        ),
        Row(
            status: revoked,
            code: errSecCertificateRevoked,
            result: .fatalTrustFailure,
            reason: 4
        ),
        Row(
            status: revoked,
            flags: required,
            code: errSecCertificateRevoked,
            result: .fatalTrustFailure,
            reason: 4
        ),
        Row(status: revoked, isAltered: true, code: nil),
        Row(status: revoked, isLate: true, code: nil),
    ]

    @Test func decide() throws {
        try Self.withCertificates { openssl, leaf, root in
            for row in Self.rows {
                let trust = try Self.newTrust(leaf, root)
                if let flags = row.flags {
                    let revocation = try #require(SecPolicyCreateRevocation(flags))
                    SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), revocation] as CFArray)
                }
                if row.isLate {
                    SecTrustSetVerifyDate(trust, Date(timeIntervalSinceNow: 4 * 86_400) as CFDate)
                }
                if let status = row.status {
                    var bytes = try Self.response(status, openssl)
                    if row.isAltered { bytes[bytes.count - 1] ^= 1 }
                    #expect(SecTrustSetOCSPResponse(trust, bytes as CFData) == errSecSuccess)
                }
                try Self.check(trust, row)
            }
        }
    }

    private static func check(_ trust: SecTrust, _ row: Row) throws {
        var error: CFError?
        #expect(SecTrustEvaluateWithError(trust, &error) == (row.code == nil), "\(row)")
        #expect(error.map { OSStatus($0.code) } == row.code, "\(row)")
        let result = try #require(SecTrustCopyResult(trust) as? [String: Any])
        #expect(
            result[kSecTrustResultValue as String] as? UInt32 == row.result.rawValue,
            "\(row)"
        )
        #expect(result[kSecTrustRevocationChecked as String] as? Bool == row.isChecked, "\(row)")
        #expect(result[kSecTrustRevocationReason as String] as? Int == row.reason, "\(row)")
        let end = result[kSecTrustRevocationValidUntilDate as String] as? Date
        #expect((end != nil) == (row.isChecked == true))
        if let end { #expect((2.9...3).contains(end.timeIntervalSinceNow / 86_400)) }
    }

    @Test func sayWhy() throws {
        try Self.withCertificates { openssl, leaf, root in
            let trust = try Self.newTrust(leaf, root)
            let responses = try [Self.good, Self.revoked].map { try Self.response($0, openssl) }
            #expect(SecTrustSetOCSPResponse(trust, responses as CFArray) == errSecSuccess)
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(trust, &error))
            let reason = """
                The certificate "Leaf" was revoked on 2026-11-01, because another certificate \
                replaces it.
                """
            #expect(error?.localizedDescription == reason)
            let properties = try #require(SecTrustCopyProperties(trust) as? [[String: String]])
            #expect(properties == [["title": "Leaf", "error": reason], ["title": "Root"]])
            // No exception helps.
            let exceptions = SecTrustCopyExceptions(trust)
            #expect(SecTrustSetExceptions(trust, exceptions))
            #expect(!SecTrustEvaluateWithError(trust, nil))
            // Without them, nothing is known.
            #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
            #expect(SecTrustEvaluateWithError(trust, nil))
        }
    }

    @Test func mustBeBytes() throws {
        let trust = try Self.newTrust(Fixture.server, Fixture.root)
        let many = [Data](repeating: Data([0x30, 0]), count: 21)
        #expect(SecTrustSetOCSPResponse(trust, "x" as CFString) == errSecParam)
        #expect(SecTrustSetOCSPResponse(trust, ["x"] as CFArray) == errSecParam)
        #expect(SecTrustSetOCSPResponse(trust, many as CFArray) == errSecParam)
        #expect(SecTrustSetOCSPResponse(trust, many.dropLast() as CFArray) == errSecSuccess)
        // A response that cannot be read is as if it were not there.
        #expect(SecTrustSetOCSPResponse(trust, Data([1, 2, 3]) as CFData) == errSecSuccess)
        #expect(trust.state.withLock { $0.responses.isEmpty })
    }

    @Test func timestampsAreKept() throws {
        let trust = try Self.newTrust(Fixture.server, Fixture.root)
        SecTrustSetVerifyDate(trust, Date(timeIntervalSinceReferenceDate: 800_000_000) as CFDate)
        func kept() -> [Data] { trust.state.withLock { $0.timestamps } }
        let timestamps = [Data([1, 2]), Data([3])]
        #expect(
            SecTrustSetSignedCertificateTimestamps(trust, timestamps as CFArray) == errSecSuccess
        )
        #expect(kept() == timestamps)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, ["x"] as CFArray) == errSecParam)
        #expect(kept() == timestamps)
        // They prove nothing to a verifier that knows no log.
        #expect(SecTrustEvaluateWithError(trust, nil))
        let result = try #require(SecTrustCopyResult(trust) as? [String: Any])
        #expect(result[kSecTrustCertificateTransparency as String] == nil)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
        #expect(kept() == [])
    }

    private static func newTrust(_ leaf: SecCertificate, _ root: SecCertificate) throws -> SecTrust
    {
        var made: SecTrust?
        SecTrustCreateWithCertificates(leaf, nil, &made)
        let trust = try #require(made)
        SecTrustSetAnchorCertificates(trust, [root] as CFArray)
        return trust
    }

    /// Makes a root in `root.pem`, and below it a certificate in `leaf.pem`.
    private static func withCertificates(
        _ body: (OpenSSL, SecCertificate, SecCertificate) throws -> Void
    ) throws {
        try OpenSSL.inFolder { openssl in
            let certificates = try ["root", "leaf"].enumerated().map { place, name in
                let issuer = place == 0 ? [] : ["-CA", "root.pem", "-CAkey", "root.key"]
                try openssl.run(
                    ["req", "-x509", "-nodes", "-days", "9", "-set_serial", "\(place + 1)"]
                        + ["-subj", "/CN=\(name.capitalized)", "-newkey", "ec"]
                        + ["-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", "\(name).key"]
                        + ["-out", "\(name).pem"] + issuer
                )
                try openssl.run(
                    ["x509", "-in", "\(name).pem", "-outform", "DER", "-out", "\(name).der"]
                )
                let bytes = try openssl.read("\(name).der")
                return try #require(SecCertificateCreateWithData(nil, bytes as CFData))
            }
            try openssl.run(
                ["ocsp", "-issuer", "root.pem", "-cert", "leaf.pem", "-reqout", "request.der"]
            )
            try body(openssl, certificates[1], certificates[0])
        }
    }

    /// The root's answer, good for three days.
    private static func response(_ status: String, _ openssl: OpenSSL) throws -> Data {
        try openssl.write(Data("\(status)\tunknown\t/CN=Leaf\n".utf8), "index.txt")
        try openssl.run(
            ["ocsp", "-index", "index.txt", "-CA", "root.pem", "-reqin", "request.der"]
                + ["-rsigner", "root.pem", "-rkey", "root.key", "-resp_no_certs"]
                + ["-ndays", "3", "-respout", "response.der"]
        )
        return try openssl.read("response.der")
    }
}
