import Crypto
import Foundation
import Testing

@testable import PortableKeychain

/// Answers about revocation that openssl does not make: each part by itself decides (RFC 6960).
@Suite struct MadeResponseTests {
    /// The difference from a response that counts.
    enum Difference: Sendable, CaseIterable {
        case none
        case criticalExtension
        case criticalExtensionOfTheAnswer
        case extensionThatIsNotCritical
        case issuerName
        case issuerKey
        case serialNumber
        case unknownDigest
        case responder
        case responderKey
        case delegate
        case delegateMaySign
        case delegateMayNotSign
        case delegateWithCriticalExtension
        case delegateOfAnother
        case delegateForAnything
        case delegateIsLate

        /// Whether it still counts.
        var counts: Bool {
            [.none, .extensionThatIsNotCritical, .delegate, .delegateMaySign].contains(self)
        }

        var isOfDelegate: Bool { "\(self)".hasPrefix("delegate") }
    }

    private static let moment = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test(arguments: Difference.allCases)
    func countsAsAWhole(difference: Difference) throws {
        let made = try Made()
        let response = try OCSPResponse(der: made.response(difference))
        let answers = response.answers(about: made.leaf, issuedBy: made.root, at: Self.moment)
        let revoked = answers.filter(\.isRevoked)
        #expect(answers.count == (difference.counts ? 1 : 0) && revoked.count == answers.count)
    }

    @Test(arguments: [(256, 8, true), (257, 8, false), (256, 9, false)])
    func isBounded(answers: Int, certificates: Int, isRead: Bool) throws {
        let made = try Made()
        let response = try made.response(.none, answers: answers, certificates: certificates)
        let read = try? OCSPResponse(der: response)
        #expect((read != nil) == isRead)
    }

    /// A root, a certificate below it, and a responder that may answer for the root.
    private struct Made {
        let rootKey: KeyMaterial
        let delegateKey: KeyMaterial
        let root: X509Certificate
        let leaf: X509Certificate

        init() throws {
            rootKey = try KeyMaterial.generate(.ed25519)
            delegateKey = try KeyMaterial.generate(.ed25519)
            root = try X509Certificate(
                der: Self.certificate("Root", number: 1, of: rootKey).signed(by: rootKey)
            )
            leaf = try X509Certificate(
                der: Self.certificate("Leaf", number: 2, of: delegateKey).signed(by: rootKey)
            )
        }

        private static func certificate(
            _ subject: String,
            number: UInt8,
            of key: KeyMaterial,
            issuer: String = "Root"
        ) throws -> TestCertificate {
            var made = TestCertificate()
            made.subject = name(subject)
            made.issuer = name(issuer)
            made.serialNumber = [2, 1, number]
            made.key = try key.publicKey.subjectPublicKeyInfo()
            return made
        }

        private static func name(_ text: String) -> [UInt8] {
            let value = TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, text)])
            return TestDER.sequence([TestDER.value(0x31, value)])
        }

        private func delegate(_ difference: Difference) throws -> [UInt8] {
            let issuer = difference == .delegateOfAnother ? "Other" : "Root"
            var made = try Self.certificate("Delegate", number: 3, of: delegateKey, issuer: issuer)
            if difference == .delegateIsLate {
                made.notAfter = TestDER.value(0x17, "260101000000Z")
            }
            let signing: [UInt8] = [6, 8, 0x2B, 6, 1, 5, 5, 7, 3, 9]
            let anything: [UInt8] = [6, 4, 0x55, 0x1D, 0x25, 0]
            let purpose = difference == .delegateForAnything ? anything : signing
            var extensions = [TestCertificate.extension(37, TestDER.sequence([purpose]))]
            switch difference {
            // The first bit is that of signatures, the third one of keys.
            case .delegateMaySign:
                extensions.append(TestCertificate.extension(15, [3, 2, 7, 0x80]))
            case .delegateMayNotSign:
                extensions.append(TestCertificate.extension(15, [3, 2, 5, 0x20]))
            case .delegateWithCriticalExtension:
                extensions.append(TestCertificate.extension(99, [5, 0], flag: [1, 1, 0xFF]))
            default: break
            }
            made.set(extensions: extensions)
            return try made.signed(by: rootKey)
        }

        func response(
            _ difference: Difference,
            answers: Int = 1,
            certificates: Int = 1
        ) throws -> [UInt8] {
            let isDelegated = difference.isOfDelegate
            let answer = answer(difference)
            let critical = TestCertificate.extension(99, [5, 0], flag: [1, 1, 0xFF])
            let soft = TestCertificate.extension(99, [5, 0])
            let extensions: [UInt8] =
                switch difference {
                case .criticalExtension: TestDER.value(0xA1, TestDER.sequence([critical]))
                case .extensionThatIsNotCritical: TestDER.value(0xA1, TestDER.sequence([soft]))
                default: []
                }
            let data = TestDER.sequence([
                responder(difference), TestDER.value(0x18, "20260508000000Z"),
                TestDER.sequence(Array(repeating: answer, count: answers)), extensions,
            ])
            let key = isDelegated ? delegateKey : rootKey
            let signature = try key.sign(data, .edDSASignatureMessageCurve25519SHA512)
            let basic = TestDER.sequence([
                data, TestCertificate.algorithm, TestDER.value(3, [0] + signature),
                TestDER.value(
                    0xA0,
                    TestDER.sequence(
                        Array(repeating: try delegate(difference), count: certificates)
                    )
                ),
            ])
            let type: [UInt8] = [6, 9, 0x2B, 6, 1, 5, 5, 7, 0x30, 1, 1]
            let typed = TestDER.sequence([type, TestDER.value(4, basic)])
            return TestDER.sequence([[0x0A, 1, 0], TestDER.value(0xA0, typed)])
        }

        private func responder(_ difference: Difference) -> [UInt8] {
            switch difference {
            case .responder: TestDER.value(0xA1, Self.name("Other"))
            case .responderKey: TestDER.value(0xA2, TestDER.value(4, leaf.publicKeyHash))
            case let other where other.isOfDelegate: TestDER.value(0xA1, Self.name("Delegate"))
            default: TestDER.value(0xA2, TestDER.value(4, root.publicKeyHash))
            }
        }

        private func answer(_ difference: Difference) -> [UInt8] {
            let name = difference == .issuerName ? leaf.subject : leaf.issuer
            let key = difference == .issuerKey ? leaf.publicKeyBits : root.publicKeyBits
            let sha1: [UInt8] = [0x30, 7, 6, 5, 0x2B, 14, 3, 2, 0x1A]
            let other: [UInt8] = [0x30, 7, 6, 5, 0x2B, 14, 3, 2, 0x1B]
            let identifier = TestDER.sequence([
                difference == .unknownDigest ? other : sha1,
                TestDER.value(4, Array(Insecure.SHA1.hash(data: name))),
                TestDER.value(4, Array(Insecure.SHA1.hash(data: key ?? []))),
                [2, 1, difference == .serialNumber ? 9 : 2],
            ])
            let critical = TestCertificate.extension(99, [5, 0], flag: [1, 1, 0xFF])
            let extensions =
                difference == .criticalExtensionOfTheAnswer
                ? TestDER.value(0xA1, TestDER.sequence([critical])) : []
            return TestDER.sequence([
                identifier, TestDER.value(0xA1, TestDER.value(0x18, "20260501000000Z")),
                TestDER.value(0x18, "20260507000000Z"),
                TestDER.value(0xA0, TestDER.value(0x18, "20260601000000Z")), extensions,
            ])
        }
    }
}
