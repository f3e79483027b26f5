import Foundation
import Testing

@testable import PortableKeychain

/// The data about a secret that its description shows, and those that it hides.
@Suite struct SecretBytesTests {
    struct Tokens: Codable, Equatable {
        let access: String
        let refresh: String
    }

    @Test(arguments: [0, 1, 63, 64, 65, 256, 257, 1024, 1025, 5000, 1 << 20, (1 << 20) + 1])
    func holdsBytesOfAnyLength(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let secret = SecretBytes(bytes)
        let (length, isEmpty) = (secret.count, secret.isEmpty)
        #expect(length == count)
        #expect(isEmpty == (count == 0))
        let lent = secret.withUnsafeBytes { Array($0) }
        #expect(lent == bytes)
        let data = secret.data()
        #expect(data == Data(bytes))
    }

    @Test(arguments: [
        (Array("pässwörd".utf8), "pässwörd"), ([], ""), ([0xff], nil), ([0xc3], nil),
    ])
    func textIsUTF8OrNothing(bytes: [UInt8], expected: String?) {
        let text = SecretBytes(bytes).string()
        #expect(text == expected)
    }

    @Test func codableGoesThroughJSON() throws {
        let tokens = Tokens(access: "a", refresh: "b")
        let decoded = try SecretBytes(json: tokens).decode(Tokens.self)
        #expect(decoded == tokens)
        let error = #expect(throws: KeychainError.self) {
            _ = try SecretBytes(utf8: "hunter2").decode(Tokens.self)
        }
        #expect(error?.code == .invalidParameter)
        #expect(error.map { !"\($0)".contains("hunter2") } == true)
    }

    @Test(arguments: [("", "", true), ("a", "a", true), ("a", "b", false), ("a", "aa", false)])
    func matchesComparesAllBytes(left: String, right: String, isEqual: Bool) {
        let matches = SecretBytes(utf8: left).matches(SecretBytes(utf8: right))
        #expect(matches == isEqual)
    }

    @Test func randomIsNotRepeated() {
        let isRepeated = SecretBytes.random(count: 32).matches(.random(count: 32))
        #expect(!isRepeated)
    }

    @Test func aFailureWhileFillingReleasesTheMemory() {
        #expect(throws: KeychainError(.inputOutput)) {
            try SecretBytes(count: 40) { _ throws(KeychainError) in
                throw KeychainError(.inputOutput)
            }
        }
    }
}
