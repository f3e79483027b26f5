internal import KeychainEssentials
internal import SafeText
internal import PortableKeychain

/// Base64 with the alphabet of URLs and without padding (RFC 4648, 5), as WebAuthn has it in JSON.
enum Base64Text {
    /// The text for some bytes.
    static func encoded(_ bytes: [UInt8]) -> String {
        var text = ""
        for character in Data(bytes).base64EncodedString() {
            switch character {
            case "+": text.append("-")
            case "/": text.append("_")
            case "=": return text
            default: text.append(character)
            }
        }
        return text
    }

    /// The bytes for a text.
    ///
    /// - Returns: `nil` for any other characters, padding too, and for a text that ``encoded(_:)``
    ///   does not write, so that there is one text only for each value.
    static func decoded(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 != 1 else { return nil }
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "-": plain.append("+")
            case "_": plain.append("/")
            case "A"..."Z", "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
            default: return nil
            }
        }
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain) else { return nil }
        let bytes = Array(data)
        return encoded(bytes) == text ? bytes : nil
    }
}
