internal import PortableKeychain

extension Crypto {
    /// The printable characters of ASCII except the space, for random passwords: 94 characters.
    public static let defaultRandomPasswordAlphabet = Set(
        (UInt8(ascii: "!")...UInt8(ascii: "~")).map { Character(Unicode.Scalar($0)) }
    )

    /// Makes a random password, each character of which is as likely as any other.
    ///
    /// A `String` cannot be zeroed. Store it, and let it go.
    ///
    /// - Parameters:
    ///   - length: The number of characters, 0 or more.
    ///   - characters: The characters to choose from.
    /// - Returns: The password.
    /// - Precondition: `length` is not negative, and there are characters to choose from.
    public static func createRandomPassword(
        length: Int,
        characters: Set<Character> = defaultRandomPasswordAlphabet
    ) -> String {
        precondition(length >= 0, "A password cannot have \(length) characters.")
        precondition(!characters.isEmpty, "A password needs characters to choose from.")
        let alphabet = Array(characters)
        var entropy = SystemEntropy()
        return String(
            (0..<length).map { _ in alphabet[Int(entropy.next(upperBound: UInt64(alphabet.count)))]
            }
        )
    }
}

/// The entropy of the library for the standard library's uniform choice.
private struct SystemEntropy: RandomNumberGenerator {
    mutating func next() -> UInt64 {
        SecretBytes.random(count: 8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}
