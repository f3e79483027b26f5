internal import PortableKeychain
internal import SafeText

/// Makes keys of the input of a terminal, which arrives in pieces; unknown sequences are ignored.
struct BrowseKeyReader {
    /// The largest paste in bytes.
    private static let longestPaste = 65_536

    private var input = TerminalInput()
    /// Bytes of text that make no key yet.
    private var text: [UInt8] = []
    private var pasted: [UInt8] = []

    /// Whether more is expected at once, so that ``rest()`` has to be called if nothing comes.
    var isUnfinished: Bool { input.isUnfinished }

    /// Takes more input; returns the keys that are complete.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [BrowseKey] {
        var keys: [BrowseKey] = []
        for byte in bytes {
            var tokens: [TerminalInput.Token] = []
            input.take(byte) { tokens.append($0) }
            for token in tokens { take(token, &keys) }
        }
        // The bytes of a character that is not complete wait for the others.
        keys += characters(keepingStart: true)
        return keys
    }

    /// The keys that are complete because nothing more came at once.
    mutating func rest() -> [BrowseKey] {
        var isEscape = false
        input.rest { isEscape = isEscape || $0 == .escape }
        return isEscape ? [.escape] : []
    }

    private mutating func take(_ token: TerminalInput.Token, _ keys: inout [BrowseKey]) {
        if case .typed(let byte) = token, byte >= 0x20, byte != 0x7F {
            text.append(byte)
            return
        }
        keys += characters(keepingStart: false)
        switch token {
        case .typed(let byte): if let key = Self.key(byte) { keys.append(key) }
        case .pasteStart: pasted = []
        case .pasted(let byte): if pasted.count <= Self.longestPaste { pasted.append(byte) }
        case .pasteEnd:
            keys.append(.paste(Self.text(pasted)))
            pasted = []
        case .escape: keys.append(.escape)
        case .sequence(let parameters, let final):
            let parameters = String(decoding: parameters, as: UTF8.self)
            if let key = Self.key(parameters, Character(Unicode.Scalar(final))) { keys.append(key) }
        }
    }

    private static func key(_ byte: UInt8) -> BrowseKey? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: nil
        }
    }

    private static func key(_ parameters: String, _ final: Character) -> BrowseKey? {
        switch (parameters, final) {
        case ("", "A"): .up
        case ("", "B"): .down
        case ("", "H"), ("1", "~"), ("7", "~"): .home
        case ("", "F"), ("4", "~"), ("8", "~"): .end
        case ("5", "~"): .pageUp
        case ("6", "~"): .pageDown
        case ("", "P"), ("11", "~"), ("[", "A"): .help
        default: nil
        }
    }

    /// The characters that were typed.
    private mutating func characters(keepingStart: Bool) -> [BrowseKey] {
        guard !text.isEmpty else { return [] }
        let start = keepingStart ? unfinishedCount : 0
        let characters = String(decoding: text.dropLast(start), as: UTF8.self)
        text.removeFirst(text.count - start)
        return characters.filter(Self.isTypeable).map { .character($0) }
    }

    /// The number of bytes at the end that begin a character of several (RFC 3629).
    private var unfinishedCount: Int {
        for count in 1...min(3, text.count) {
            let byte = text[text.count - count]
            guard byte & 0xC0 == 0x80 else {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
                return count < length ? count : 0
            }
        }
        return 0
    }

    private static func isTypeable(_ character: Character) -> Bool {
        character != "\u{FFFD}" && !character.unicodeScalars.contains(where: Escaping.isUnsafe)
    }

    /// A paste as text, with the newlines of this system and without the one at its end.
    private static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= longestPaste, var text = String(validating: bytes, as: UTF8.self)
        else {
            return nil
        }
        text = text.replacing("\r\n", with: "\n").replacing(sign: "\r", with: "\n")
        if text.last == "\n" { text.removeLast() }
        let hasControls = text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        return hasControls ? nil : text
    }
}
