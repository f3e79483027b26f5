internal import PortableKeychain

/// The clipboard for copied secrets: that of the desktop, through a program, or of the terminal.
struct Clipboard: Equatable, Sendable {
    /// The command that copies its input; `nil` if the terminal's clipboard is used.
    let copying: [String]?
    /// The command that empties the clipboard; its input is empty.
    let clearing: [String]

    /// Chooses a clipboard by environment variables and programs; over ssh, that of the terminal.
    ///
    /// - Parameters:
    ///   - variable: Returns a variable of the environment.
    ///   - hasProgram: Returns whether a program is installed.
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

    /// The sequence that tells a terminal to copy bytes to its clipboard, or to empty it if there
    /// are no bytes (XTerm Control Sequences, OSC 52).
    static func sequence(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + base64(Array(bytes)) + [0x07]
    }

    /// RFC 4648 §4, without a library that could keep copies of the secret.
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
