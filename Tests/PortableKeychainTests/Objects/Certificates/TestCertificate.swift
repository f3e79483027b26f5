@testable import PortableKeychain

/// A certificate put together of parts, with a signature that is not checked.
struct TestCertificate {
    var version: [UInt8] = [0xA0, 3, 2, 1, 2]
    var serialNumber: [UInt8] = [2, 1, 1]
    var innerAlgorithm = algorithm
    var outerAlgorithm = algorithm
    var issuer: [UInt8] = [0x30, 0]
    var notBefore = TestDER.value(0x17, "250101000000Z")
    var notAfter = TestDER.value(0x17, "450101000000Z")
    var subject: [UInt8] = [0x30, 0]
    var key = TestDER.sequence([[0x30, 5, 6, 3, 0x2B, 0x65, 0x70], [3, 2, 0, 1]])
    var identifiers: [UInt8] = []
    var extensions: [UInt8] = []
    var after: [UInt8] = []

    static let algorithm: [UInt8] = [0x30, 5, 6, 3, 0x2B, 0x65, 0x70]

    mutating func set(algorithm: [UInt8]) {
        innerAlgorithm = algorithm
        outerAlgorithm = algorithm
    }

    /// The extensions in their list.
    mutating func set(extensions: [[UInt8]]) {
        self.extensions = TestDER.value(0xA3, TestDER.sequence(extensions))
    }

    /// One extension: the last part of an identifier below 2.5.29, and a value.
    static func `extension`(_ number: UInt8, _ content: [UInt8], flag: [UInt8] = []) -> [UInt8] {
        TestDER.sequence([[6, 3, 0x55, 0x1D, number], flag, TestDER.value(4, content)])
    }

    var der: [UInt8] { TestDER.sequence([content, outerAlgorithm, [3, 2, 0, 0], after]) }

    /// The certificate with a signature that counts, by a key for Ed25519.
    func signed(by key: KeyMaterial) throws -> [UInt8] {
        let signature = try key.sign(content, .edDSASignatureMessageCurve25519SHA512)
        return TestDER.sequence([content, outerAlgorithm, TestDER.value(3, [0] + signature)])
    }

    private var content: [UInt8] {
        TestDER.sequence([
            version, serialNumber, innerAlgorithm, issuer,
            TestDER.sequence([notBefore, notAfter]), subject, key, identifiers, extensions,
        ])
    }

    /// Whether it is read; `nil` when the answer is an error that it must not be.
    var isRead: Bool? { TestCertificate.isRead(der) }

    static func isRead(_ der: [UInt8]) -> Bool? {
        do throws(KeychainError) {
            _ = try X509Certificate(der: der)
            return true
        } catch {
            return error == KeychainError(.undecodable) ? false : nil
        }
    }
}
