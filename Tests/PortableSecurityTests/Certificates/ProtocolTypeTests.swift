import Foundation
import PortableSecurity
import Testing

/// Apple's objects for networks carry the objects with which they were made.
@Suite struct ProtocolTypeTests {
    private let identity: SecIdentity
    private let certificate = Fixture.root

    init() throws {
        identity = try #require(SecIdentityCreate(nil, Fixture.server, Fixture.serverKey))
    }

    @Test func carryCertificates() throws {
        let object = try #require(sec_certificate_create(certificate))
        #expect(sec_certificate_copy_ref(object).takeRetainedValue() === certificate)
    }

    @Test func carryIdentities() throws {
        let object = try #require(sec_identity_create(identity))
        #expect(sec_identity_copy_ref(object)?.takeRetainedValue() === identity)
        #expect(sec_identity_copy_certificates_ref(object) == nil)
        #expect(!sec_identity_access_certificates(object) { _ in Issue.record("none was given") })
    }

    @Test func carryCertificatesBesideIdentities() throws {
        for count in 0...2 {
            let list = Array(repeating: certificate, count: count)
            let object = try #require(
                sec_identity_create_with_certificates(identity, list as CFArray)
            )
            #expect(sec_identity_copy_ref(object)?.takeRetainedValue() === identity)
            let copy = sec_identity_copy_certificates_ref(object)?.takeRetainedValue()
            #expect(copy as? [SecCertificate] == list)
            var seen: [SecCertificate] = []
            let has = sec_identity_access_certificates(object) {
                seen.append(sec_certificate_copy_ref($0).takeRetainedValue())
            }
            #expect(has)
            #expect(seen == list)
        }
    }

    @Test func refuseOtherObjectsAmongCertificates() {
        let list: [Any] = [certificate, "x"]
        #expect(sec_identity_create_with_certificates(identity, list as CFArray) == nil)
    }

    @Test func carryTrust() throws {
        var trust: SecTrust?
        let policy = SecPolicyCreateBasicX509()
        SecTrustCreateWithCertificates(certificate, policy, &trust)
        let made = try #require(trust)
        let object = try #require(sec_trust_create(made))
        #expect(sec_trust_copy_ref(object).takeRetainedValue() === made)
    }

    /// A copied object belongs to the caller, and the contents of an object are released with it.
    @Test func releaseWhatTheyCarry() throws {
        weak var released: SecTrust?
        do {
            var trust: SecTrust?
            SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &trust)
            let made = try #require(trust)
            let object = try #require(sec_trust_create(made))
            released = sec_trust_copy_ref(object).takeRetainedValue()
            #expect(released != nil)
        }
        #expect(released == nil)
    }
}
