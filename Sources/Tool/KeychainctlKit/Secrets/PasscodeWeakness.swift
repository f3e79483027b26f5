package import PortableKeychain

/// A reason why a passcode is easy to guess.
///
/// A person with a copy of the keychain and its device key can try passcodes, a few in a second
/// (`Specification/threat-model.md`). Only the plainest ones are recognized; the others can be
/// weak, too.
package enum PasscodeWeakness: Sendable, CaseIterable {
    case short
    case repetitive
    case common

    /// The number of bytes below which a passcode is short.
    static let shortest = 8
    /// The number of different bytes below which a passcode is repetitive.
    static let fewest = 4

    /// Passcodes that lists of stolen ones begin with, and which are not short.
    private static let usual = [
        "12345678", "123456789", "1234567890", "1q2w3e4r", "1qaz2wsx", "abc12345", "abcd1234",
        "admin123", "baseball", "changeme", "football", "iloveyou", "letmein1", "passcode",
        "passw0rd",
        "password", "password1", "password123", "qwerty12", "qwerty123", "qwertyuiop", "starwars",
        "sunshine", "superman", "trustno1", "welcome1",
    ].map { Array($0.utf8) }

    /// Looks at a passcode; `nil` if nothing is known against it.
    package init?(_ passcode: SecretBytes) {
        let found = passcode.withUnsafeBytes { bytes -> Self? in
            if bytes.count < Self.shortest { return .short }
            // Without a set, which would leave copies of the bytes in memory.
            let count = (UInt8.min...UInt8.max).count { bytes.contains($0) }
            if count < Self.fewest { return .repetitive }
            let isUsual = Self.usual.contains { word in
                bytes.count == word.count
                    && zip(bytes, word).allSatisfy { Self.lowercased($0) == $1 }
            }
            return isUsual ? .common : nil
        }
        guard let found else { return nil }
        self = found
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
    }

    /// The weakness, as a text that follows "it".
    package var explanation: String {
        switch self {
        case .short: "has fewer than \(Self.shortest) characters"
        case .repetitive: "repeats a few characters"
        case .common: "is on every list of common passwords"
        }
    }
}
