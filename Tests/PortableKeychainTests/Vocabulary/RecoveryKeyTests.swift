@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The recovery key on paper (vault-format.md §5.5).
@Suite struct RecoveryKeyTests {
    private let key = RecoveryKey(SeededEntropy(seed: 55).entropy)
    private var text: String {
        key.text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func reason(_ typed: String) -> String? {
        do throws(KeychainError) {
            _ = try RecoveryKey(typed: secret(typed))
            return nil
        } catch {
            #expect(error.code == .invalidParameter)
            return error.description
        }
    }

    @Test func isEightGroupsOfFive() throws {
        let groups = text.split(separator: "-")
        #expect(groups.map(\.count) == Array(repeating: 5, count: 8))
        #expect(text.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ-".contains($0) })
        #expect(try RecoveryKey(typed: key.text).matches(key))
    }

    /// The changes of a text that people make when they copy it by hand.
    @Test func forgivesHowItIsTyped() throws {
        let variants = [
            text.lowercased(), text.filter { $0 != "-" }, " \(text)\n",
            text.replacing("-", with: " "), text.map { "\($0) " }.joined(),
            text.replacing("0", with: "O").replacing("1", with: "l"),
            text.replacing("0", with: "o").replacing("1", with: "I"),
        ]
        for variant in variants {
            #expect(try RecoveryKey(typed: secret(variant)).matches(key), "\(variant)")
        }
        // Keys in which these letters occur.
        let zero = RecoveryKey(bytes: SecretBytes(count: 20) { _ in })
        let zeros = zero.text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(zeros.hasPrefix("00000-0000"))
        #expect(try RecoveryKey(typed: secret(zeros.replacing("0", with: "O"))).matches(zero))
    }

    /// Any one character that is mistyped is found, and its group named.
    @Test func namesTheMistypedGroup() {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for (index, character) in text.enumerated() where character != "-" {
            let other = alphabet[(alphabet.firstIndex(of: character)! + 1 + index) % 32]
            guard other != character else { continue }
            var typed = Array(text)
            typed[index] = other
            #expect(reason(String(typed))?.contains("Group \(index / 6 + 1) of 8") == true)
        }
        #expect(reason(text.replacing("-", with: "U"))?.contains("Group 2 of 8") == true)
        #expect(reason(String(text.dropLast(6)))?.contains("has 35") == true)
        #expect(reason(text + "0")?.contains("has 41") == true)
        #expect(reason("")?.contains("has 0") == true)
        #expect(reason(String(repeating: "0", count: 100_000))?.contains("has 100000") == true)
    }

    @Test func findsExchangedGroups() {
        let groups = text.split(separator: "-").map(String.init)
        for first in 0..<8 {
            for second in 0..<8 where groups[first] != groups[second] {
                var typed = groups
                typed.swapAt(first, second)
                #expect(reason(typed.joined(separator: "-")) != nil, "\(first) \(second)")
            }
        }
    }

    /// No error contains the typed text.
    @Test func isNotInErrors() {
        let typed = "SECRE" + text.dropFirst(5)
        #expect(reason(typed)?.contains("SECRE") == false)
        #expect(!"\(key)".contains(text.prefix(5)))
    }
}
