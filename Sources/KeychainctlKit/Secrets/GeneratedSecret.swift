package import PortableKeychain

/// A secret that nobody chooses: letters and digits, or words that can be pronounced.
///
/// A word has five letters, consonant and vowel in turn (proquints, arXiv:0901.4016), so that it
/// needs no list of words and has exactly 16 bits of entropy.
package struct GeneratedSecret: Equatable, Sendable {
    /// What it consists of.
    private enum Form: Equatable {
        case characters
        case words
    }

    private let form: Form
    /// The number of characters or words.
    private let count: Int

    /// The lengths that are accepted, in characters; the shortest has 47 bits.
    private static let lengths = 8...1024
    private static let wordCounts = 3...64

    /// The length without a number: 131 bits, and 96 bits in words.
    package static let standard = "22"
    private static let standardWords = 6

    /// What a text for ``init(_:)`` must be, for messages.
    package static let expectation =
        "a number of characters (\(lengths.lowerBound) to \(lengths.upperBound)), words, or words "
        + "with their number such as words:8 (\(wordCounts.lowerBound) to \(wordCounts.upperBound))"

    /// Reads a length: `22`, `words`, or `words:8`; `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts[0] == "words" {
            guard parts.count < 3,
                let count = parts.count == 1 ? Self.standardWords : Int(parts[1]),
                Self.wordCounts.contains(count)
            else { return nil }
            (form, self.count) = (.words, count)
        } else {
            guard let count = Int(text), Self.lengths.contains(count) else { return nil }
            (form, self.count) = (.characters, count)
        }
    }

    /// Its entropy in bits, rounded down.
    package var bits: Int {
        switch form {
        // The binary logarithm of 62.
        case .characters: Int(Double(count) * 5.954_196)
        case .words: count * 16
        }
    }

    /// What it consists of, for people.
    package var summary: String {
        let what = form == .words ? "\(count) words" : "\(count) letters and digits"
        return "\(what), \(bits) bits of entropy"
    }

    /// Makes a secret.
    ///
    /// - Parameter entropy: The source of its randomness.
    /// - Returns: The secret.
    package func make(_ entropy: KeychainEntropy = .system) -> SecretBytes {
        switch form {
        case .characters: characters(entropy)
        case .words: words(entropy)
        }
    }

    private static let alphabet = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8
    )
    private static let consonants = Array("bdfghjklmnprstvz".utf8)
    private static let vowels = Array("aiou".utf8)

    /// Random bytes that go to waste if they are not below a multiple of the number of characters,
    /// so that all are equally likely.
    private func characters(_ entropy: KeychainEntropy) -> SecretBytes {
        let alphabet = Self.alphabet
        let limit = 256 / alphabet.count * alphabet.count
        return SecretBytes(count: count) { room in
            for place in room.indices {
                repeat {
                    entropy.fill(UnsafeMutableRawBufferPointer(rebasing: room[place...place]))
                } while Int(room[place]) >= limit
                room[place] = alphabet[Int(room[place]) % alphabet.count]
            }
        }
    }

    private func words(_ entropy: KeychainEntropy) -> SecretBytes {
        let random = SecretBytes(count: count * 2) { entropy.fill($0) }
        return SecretBytes(count: count * 6 - 1) { room in
            random.withUnsafeBytes { random in
                for word in 0..<count {
                    let bits = Int(random[2 * word]) << 8 | Int(random[2 * word + 1])
                    let letters = [
                        Self.consonants[bits >> 12], Self.vowels[bits >> 10 & 3],
                        Self.consonants[bits >> 6 & 15], Self.vowels[bits >> 4 & 3],
                        Self.consonants[bits & 15],
                    ]
                    for place in 0..<5 { room[6 * word + place] = letters[place] }
                    if word + 1 < count { room[6 * word + 5] = UInt8(ascii: "-") }
                }
            }
        }
    }
}
