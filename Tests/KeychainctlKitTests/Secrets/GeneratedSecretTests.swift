import PortableKeychain
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

    @Test func isDifferentEachTime() throws {
        let generated = try #require(GeneratedSecret(GeneratedSecret.standard))
        #expect(!generated.make().matches(generated.make()))
    }
}
