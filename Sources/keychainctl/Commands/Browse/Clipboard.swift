internal import PortableKeychain

/// Where copied secrets go: the clipboard of the desktop through a program, or of the terminal.
struct Clipboard: Equatable, Sendable {
    /// How a program is called; `nil` stands for the terminal.
    let copying: [String]?
    /// How it empties the clipboard; it gets an empty text.
    let clearing: [String]

    /// What a desktop has, by its variables and its programs; over ssh there is only the terminal.
    ///
    /// - Parameters:
    ///   - variable: A variable of the environment.
    ///   - hasProgram: Whether a program can be found.
    /// - Returns: The clipboard of the desktop, or the terminal's.
    static func choose(
        _ variable: (String) -> String?,
        _ hasProgram: (String) -> Bool
    ) -> Clipboard {
        func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
        if isSet("WAYLAND_DISPLAY"), hasProgram("wl-copy") {
            return Clipboard(
                copying: ["wl-copy", "--type", "text/plain"],
                clearing: ["wl-copy", "--clear"]
            )
        }
        if isSet("DISPLAY"), hasProgram("xclip") {
            let words = ["xclip", "-selection", "clipboard", "-in"]
            return Clipboard(copying: words, clearing: words)
        }
        if isSet("DISPLAY"), hasProgram("xsel") {
            return Clipboard(
                copying: ["xsel", "--clipboard", "--input"],
                clearing: ["xsel", "--clipboard", "--clear"]
            )
        }
        return Clipboard(copying: nil, clearing: [])
    }

    /// What tells a terminal to keep bytes in its clipboard, none of them to empty it
    /// (XTerm Control Sequences, OSC 52).
    static func sequence(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + base64(Array(bytes)) + [0x07]
    }

    /// RFC 4648 §4, without tables of a library that would keep copies.
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits =
                group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place)) & 0x3F
                result.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
            }
        }
        return result
    }
}
