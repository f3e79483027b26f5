@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainctlKit

@Suite struct GeneratedSecretTests {
    /// Randomness that counts.
    private static func counting(from start: UInt8) -> KeychainEntropy {
        let next = Mutex(start)
        return KeychainEntropy { room in
            for place in room.indices {
                room[place] = next.withLock { value in
                    defer { value &+= 1 }
                    return value
                }
            }
        }
    }

    @Test(
        arguments: [
            ("abcdefgh", 0), ("56789abc", 57),
            // 248 to 255 would make some letters likelier than others.
            ("6789abcd", 244),
        ] as [(String, UInt8)]
    )
    func makesCharacters(_ expected: String, _ start: UInt8) throws {
        let secret = try #require(GeneratedSecret("8")).make(Self.counting(from: start))
        #expect(secret.string() == expected)
    }

    @Test(arguments: [("8", 47), ("22", 130), ("words", 96), ("words:3", 48)])
    func knowsItsEntropy(_ text: String, _ bits: Int) {
        #expect(GeneratedSecret(text)?.bits == bits)
    }

    /// The examples of the paper: 127.0.0.1 and 63.84.220.193.
    @Test func makesWords() throws {
        let bytes: [UInt8] = [0x7F, 0, 0, 1, 0x3F, 0x54]
        let fixed = KeychainEntropy { room in
            for (place, byte) in zip(room.indices, bytes) { room[place] = byte }
        }
        let secret = try #require(GeneratedSecret("words:3")).make(fixed)
        #expect(secret.string() == "lusab-babad-gutih")
    }

    @Test func usesAllLettersEquallyOften() throws {
        let secret = try #require(GeneratedSecret("992")).make(Self.counting(from: 0))
        var counts: [UInt8: Int] = [:]
        secret.withUnsafeBytes { for byte in $0 { counts[byte, default: 0] += 1 } }
        #expect(counts.count == 62)
        #expect(Set(counts.values) == [16])
    }

    @Test(arguments: ["", "7", "1025", "-8", "words:", "words:2", "words:65", "words:8:8", "word"])
    func refuses(_ text: String) { #expect(GeneratedSecret(text) == nil) }

    static let sites: [(String, String, Int)] = [
        ("20", "required: lower; required: upper; required: digit; required: [-@]", 20),
        ("auto", "minlength: 30", 30), ("auto", "maxlength: 12", 12),
        ("auto", "allowed: digit", 22),
        ("4", "maxlength: 4; required: digit; max-consecutive: 1", 4),
    ]

    @Test(arguments: sites)
    func meetsRules(_ length: String, _ text: String, _ count: Int) throws {
        let rules = try PasswordRules(text)
        let generated = try GeneratedSecret(length, rules: rules)
        for _ in 0..<20 {
            let secret = generated.make()
            #expect(secret.count == count)
            #expect(secret.withUnsafeBytes { rules.areMet(by: $0) })
        }
    }

    /// The texts that meet the rules, of all texts one after the other, come once each.
    @Test func choosesAmongAllThatMeetTheRules() throws {
        let rules = try PasswordRules("required: [a]; allowed: [bcd]; max-consecutive: 1")
        let generated = try GeneratedSecret("2", rules: rules)
        let next = Mutex(0)
        let entropy = KeychainEntropy { room in
            for place in room.indices {
                let number = next.withLock { number in
                    defer { number += 1 }
                    return number
                }
                // The first characters of the texts, and the second ones.
                let text = number / 2 % 16
                room[place] = UInt8(number.isMultiple(of: 2) ? text / 4 : text % 4)
            }
        }
        let texts = (0..<6).map { _ in generated.make(entropy).string() }
        #expect(texts == ["ab", "ac", "ad", "ba", "ca", "da"])
        #expect(generated.make(entropy).string() == "ab")
    }

    @Test(arguments: [
        ("auto", "required: lower", 103), ("4", "allowed: digit", 13),
        ("2", "required: [a]; allowed: [b]", 1),
    ])
    func knowsTheEntropyOfRules(_ length: String, _ rules: String, _ bits: Int) throws {
        #expect(try GeneratedSecret(length, rules: PasswordRules(rules)).bits == bits)
    }

    @Test(arguments: [
        ("7", "minlength: 8", "from 8 to 1024"), ("9", "maxlength: 8", "from 1 to 8"),
        ("words", "minlength: 8", "from 8 to 1024"), ("0", "allowed: digit", "from 1 to 1024"),
        ("1025", "allowed: digit", "from 1 to 1024"),
        ("8", "allowed: [a]; max-consecutive: 7", "hardly any"),
        ("2", "required: lower; required: upper; required: digit", "hardly any"),
    ])
    func refusesLengths(_ length: String, _ rules: String, _ words: String) throws {
        let rules = try PasswordRules(rules)
        let failure = #expect(throws: Failure.self) { try GeneratedSecret(length, rules: rules) }
        #expect(failure?.problem.contains(words) == true)
    }

    @Test(arguments: [("7", false), ("8", true), ("1024", true), ("auto", true)])
    func makesSymbols(_ length: String, _ isPossible: Bool) {
        #expect(((try? GeneratedSecret(length, rules: .symbols)) != nil) == isPossible)
    }

    @Test func isDifferentEachTime() throws {
        let generated = try #require(GeneratedSecret(GeneratedSecret.standard))
        #expect(!generated.make().matches(generated.make()))
    }
}
