import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import PortableSecurity

/// Faults that a user accepted (item-semantics.md §6.5).
@Suite struct TrustExceptionTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private static let late = Date(timeIntervalSinceReferenceDate: 8_000_000_000)

    /// The host, the anchors, the moment, and the code that an evaluation without exceptions gives.
    private static let faults: [(String, [SecCertificate], Date, OSStatus)] = [
        ("other.example.com", [Fixture.briefRoot], now, errSecHostNameMismatch),
        ("door.example.com", [], now, errSecNotTrusted),
        ("door.example.com", [Fixture.briefRoot], late, errSecCertificateExpired),
        // Several at once.
        ("other.example.com", [], late, errSecNotTrusted),
    ]

    @Test(arguments: faults)
    func excuseWhatWasFound(
        host: String,
        anchors: [SecCertificate],
        moment: Date,
        status: OSStatus
    ) throws {
        let trust = try newTrust(host, anchors, moment)
        #expect(try refusal(of: trust) == status)
        #expect(try answer(of: trust) == .recoverableTrustFailure)
        let exceptions = try #require(SecTrustCopyExceptions(trust))
        // Asking alone accepts nothing.
        #expect(try refusal(of: trust) == status)
        #expect(SecTrustSetExceptions(trust, exceptions))
        #expect(try refusal(of: trust) == nil)
        #expect(try answer(of: trust) == .proceed)
        // They are copied without those that are set.
        #expect(SecTrustCopyExceptions(trust) == exceptions)
        // Another object of the same certificate.
        let again = try newTrust(host, anchors, moment)
        #expect(SecTrustSetExceptions(again, exceptions))
        #expect(try refusal(of: again) == nil)
        #expect(!SecTrustSetExceptions(again, nil))
        #expect(try refusal(of: again) == status)
    }

    @Test func changeNothingForTrustedCertificates() throws {
        let trust = try newTrust("door.example.com", [Fixture.briefRoot], Self.now)
        let exceptions = try #require(SecTrustCopyExceptions(trust))
        #expect(SecTrustSetExceptions(trust, exceptions))
        #expect(try answer(of: trust) == .unspecified)
        // A fault that came later is not among them.
        SecTrustSetVerifyDate(trust, Self.late as CFDate)
        #expect(try refusal(of: trust) == errSecCertificateExpired)
    }

    @Test func excuseNoOtherFault() throws {
        let expired = try newTrust("door.example.com", [Fixture.briefRoot], Self.late)
        let exceptions = try #require(SecTrustCopyExceptions(expired))
        for (host, anchors, status) in [
            ("other.example.com", [Fixture.briefRoot], errSecHostNameMismatch),
            ("door.example.com", [], errSecNotTrusted),
        ] {
            let trust = try newTrust(host, anchors, Self.late)
            #expect(SecTrustSetExceptions(trust, exceptions))
            #expect(try refusal(of: trust) == status)
        }
    }

    @Test func areForOneCertificate() throws {
        let trust = try newTrust("door.example.com", [], Self.now)
        let exceptions = try #require(SecTrustCopyExceptions(trust)) as Data
        var made: SecTrust?
        SecTrustCreateWithCertificates(Fixture.nameless, SecPolicyCreateBasicX509(), &made)
        let other = try #require(made)
        SecTrustSetAnchorCertificates(other, [] as CFArray)
        #expect(!SecTrustSetExceptions(other, exceptions as CFData))
        #expect(try refusal(of: other) == errSecNotTrusted)
        // Bytes that are not exceptions replace those that were set.
        #expect(SecTrustSetExceptions(trust, exceptions as CFData))
        for wrong in [
            Data(), exceptions.dropLast(), exceptions + [0], Data([2]) + exceptions.dropFirst(),
        ] {
            #expect(!SecTrustSetExceptions(trust, wrong as CFData))
            #expect(try refusal(of: trust) == errSecNotTrusted)
        }
    }

    /// No exception helps where a policy has an unknown meaning.
    @Test func cannotExcuseUnknownPolicies() throws {
        let trust = try newTrust("door.example.com", [Fixture.briefRoot], Self.now)
        let unknown = SecPolicy(CertificatePolicy(identifier: "1.2.3"))
        SecTrustSetPolicies(trust, unknown)
        let exceptions = try #require(SecTrustCopyExceptions(trust))
        #expect(SecTrustSetExceptions(trust, exceptions))
        #expect(try refusal(of: trust) == errSecUnimplemented)
        #expect(try answer(of: trust) == .fatalTrustFailure)
    }

    private func refusal(of trust: SecTrust) throws -> OSStatus? {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        #expect(isTrusted == (error == nil))
        return error.map { OSStatus($0.code) }
    }

    private func answer(of trust: SecTrust) throws -> SecTrustResultType {
        var result = SecTrustResultType.invalid
        #expect(SecTrustEvaluate(trust, &result) == errSecSuccess)
        return result
    }

    private func newTrust(
        _ host: String,
        _ anchors: [SecCertificate],
        _ moment: Date
    ) throws -> SecTrust {
        var made: SecTrust?
        let policy = SecPolicyCreateSSL(true, host as CFString)
        SecTrustCreateWithCertificates(Fixture.briefServer, policy, &made)
        let trust = try #require(made)
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        SecTrustSetVerifyDate(trust, moment as CFDate)
        return trust
    }
}
