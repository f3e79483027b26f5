@_spi(Keepers) package import PortableKeychain
internal import KeychainLibC

/// A random secret: letters and digits, one by the rules of a website, or words that can be
/// pronounced.
///
/// A word has five letters, consonant and vowel in turn (proquints, arXiv:0901.4016), so that it
/// needs no list of words and has exactly 16 bits of entropy.
package struct GeneratedSecret: Equatable, Sendable {
    /// The parts of the secret.
    private enum Form: Equatable {
        case characters
        case rules(PasswordRules)
        case words
    }

    private let form: Form
    /// The number of characters or words.
    private let count: Int

    /// The lengths that are accepted, in characters; the shortest has 47 bits.
    private static let lengths = 8...1024
    private static let wordCounts = 3...64

    /// The length without a number: 131 bits, or as many characters as rules allow; 96 bits in words.
    package static let standard = "auto"
    package static let standardLength = 22
    private static let standardWords = 6

    /// The form that a text for ``init(_:)`` must have, for messages.
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
            let count = text == Self.standard ? Self.standardLength : Int(text)
            guard let count, Self.lengths.contains(count) else { return nil }
            (form, self.count) = (.characters, count)
        }
    }

    /// The least chance that a text of the right characters meets the rules: below it, too many
    /// would have to be thrown away.
    private static let leastChance = 1e-4

    /// Reads a length for a secret that meets the rules of a website.
    ///
    /// - Parameters:
    ///   - text: A number of characters, or ``standard``.
    ///   - rules: The rules; the length must be one that they allow, and can be below that of other
    ///     secrets.
    /// - Throws: ``Failure`` for another length, and if hardly any secret of it meets the rules.
    package init(_ text: String, rules: PasswordRules) throws(Failure) {
        let longest = rules.longest ?? Self.lengths.upperBound
        let usual = min(max(Self.standardLength, rules.shortest), longest)
        guard let count = text == Self.standard ? usual : Int(text),
            (max(rules.shortest, 1)...longest).contains(count)
        else {
            throw Failure(
                .usage,
                "the rules allow from \(max(rules.shortest, 1)) to \(longest) characters",
                advice: "give such a number to --generate, or none"
            )
        }
        guard rules.chance(of: count) >= Self.leastChance else {
            throw Failure(
                .usage,
                "the rules leave hardly any secret of \(count) characters",
                advice: "check them, or give another number to --generate"
            )
        }
        (form, self.count) = (.rules(rules), count)
    }

    /// Its entropy in bits, rounded down.
    package var bits: Int {
        switch form {
        // The binary logarithm of 62.
        case .characters: Int(Double(count) * 5.954_196)
        case .rules(let rules):
            Int(Double(count) * log2(Double(rules.allowed.count)) + log2(rules.chance(of: count)))
        case .words: count * 16
        }
    }

    /// The content, for people.
    package var content: String {
        switch form {
        case .characters: "\(count) letters and digits"
        case .rules: "\(count) characters that meet the rules"
        case .words: "\(count) words"
        }
    }

    /// The content and its entropy, for people.
    package var summary: String { "\(content), \(bits) bits of entropy" }

    /// Makes a secret.
    ///
    /// - Parameter entropy: The source of its randomness.
    /// - Returns: The secret.
    package func make(_ entropy: KeychainEntropy = .system) -> SecretBytes {
        switch form {
        case .characters:
            return SecretBytes(count: count) { Self.fill($0, Self.alphabet, entropy) }
        case .rules(let rules):
            // Whole texts are thrown away until one meets the rules, so that all that do are equally
            // likely.
            let alphabet = rules.allowed.sorted()
            return SecretBytes(count: count) { room in
                repeat {
                    Self.fill(room, alphabet, entropy)
                } while !rules.areMet(by: UnsafeRawBufferPointer(room))
            }
        case .words: return words(entropy)
        }
    }

    private static let alphabet = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8
    )
    private static let consonants = Array("bdfghjklmnprstvz".utf8)
    private static let vowels = Array("aiou".utf8)

    /// Fills a room with characters from random bytes, which go to waste if they are not below a
    /// multiple of the number of characters, so that all are equally likely.
    private static func fill(
        _ room: UnsafeMutableRawBufferPointer,
        _ alphabet: [UInt8],
        _ entropy: KeychainEntropy
    ) {
        let limit = 256 / alphabet.count * alphabet.count
        for place in room.indices {
            repeat {
                entropy.fill(UnsafeMutableRawBufferPointer(rebasing: room[place...place]))
            } while Int(room[place]) >= limit
            room[place] = alphabet[Int(room[place]) % alphabet.count]
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
