internal import SafeText

/// A key that the user pressed.
enum BrowseKey: Equatable, Sendable {
    case character(Character)
    case enter
    case escape
    case tab
    case backspace
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    /// Control with a lower-case letter.
    case control(Character)

    /// Parses the input of a terminal; unknown sequences are ignored.
    ///
    /// The bytes must be read at once: an escape character at their end is the Escape key. Cursor
    /// keys have two encodings (ECMA-48 CSI, and SS3 in the application mode).
    static func parse(_ bytes: [UInt8]) -> [BrowseKey] {
        var keys: [BrowseKey] = []
        var rest = bytes[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            switch byte {
            case 0x1B:
                guard let next = rest.first, next == UInt8(ascii: "[") || next == UInt8(ascii: "O")
                else {
                    keys.append(.escape)
                    continue
                }
                rest = rest.dropFirst()
                let parameters = rest.prefix { (0x20...0x3F).contains($0) }
                rest = rest.dropFirst(parameters.count)
                if let final = rest.popFirst(), let key = cursor(Array(parameters), final) {
                    keys.append(key)
                }
            case 0x0D, 0x0A: keys.append(.enter)
            case 0x09: keys.append(.tab)
            case 0x08, 0x7F: keys.append(.backspace)
            case 1...26: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
            case 0, 0x1C..<0x20: break
            default:
                let text = [byte] + rest.prefix { $0 >= 0x20 && $0 != 0x7F }
                rest = rest.dropFirst(text.count - 1)
                let characters = String(decoding: text, as: UTF8.self).filter(isTypeable)
                keys += characters.map { .character($0) }
            }
        }
        return keys
    }

    private static func isTypeable(_ character: Character) -> Bool {
        character != "\u{FFFD}"
            && !character.unicodeScalars.contains(where: Escaping.isUnsafe)
    }

    private static func cursor(_ parameters: [UInt8], _ final: UInt8) -> BrowseKey? {
        switch (String(decoding: parameters, as: UTF8.self), Character(Unicode.Scalar(final))) {
        case ("", "A"): .up
        case ("", "B"): .down
        case ("", "H"), ("1", "~"), ("7", "~"): .home
        case ("", "F"), ("4", "~"), ("8", "~"): .end
        case ("5", "~"): .pageUp
        case ("6", "~"): .pageDown
        default: nil
        }
    }
}
