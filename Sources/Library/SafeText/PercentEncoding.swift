package import PortableKeychain

/// Texts in which a percent sign and two hexadecimal digits stand for a byte (RFC 3986, section 2.1).
///
/// They may be secrets, so what is read stays in memory that is zeroed.
package enum PercentEncoding {
    /// The bytes that a text stands for; `nil` if a `%` has no two digits after it.
    package static func decoded(_ text: SecretBytes) -> SecretBytes? {
        var writer = SecretWriter(capacity: text.count)
        let isWellFormed = text.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                guard bytes[place] == UInt8(ascii: "%") else {
                    writer.append(bytes[place])
                    place += 1
                    continue
                }
                guard place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                    let low = digit(bytes[place + 2])
                else { return false }
                writer.append(high << 4 | low)
                place += 3
            }
            return true
        }
        return isWellFormed ? writer.secret : nil
    }

    /// A text in which only letters and digits of ASCII and `-._~` stand for themselves.
    package static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain =
                byte < 128
                && (character.isLetter || character.isNumber || "-._~".contains(character))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(character) : "%\(byte < 16 ? "0" : "")\(digits)"
        }.joined()
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
