internal import PortableKeychain

/// The clipboard for copied secrets: that of the desktop or of tmux, through a program, or that of
/// the terminal.
struct Clipboard: Equatable, Sendable {
    /// The commands that use a clipboard through a program.
    struct Commands: Equatable, Sendable {
        /// The commands that copy their input, of which the first that succeeds is used.
        let copying: [[String]]
        /// The command that prints the content.
        let reading: [String]
        /// The command that empties the clipboard; its input is empty.
        let clearing: [String]
    }

    /// The commands; `nil` if the terminal's clipboard is used, which cannot be read.
    let commands: Commands?

    /// Chooses a clipboard by environment variables and programs; over ssh, that of tmux or of the
    /// terminal.
    ///
    /// - Parameters:
    ///   - variable: Returns a variable of the environment.
    ///   - hasProgram: Returns whether a program is installed.
    /// - Returns: The clipboard.
    static func choose(
        _ variable: (String) -> String?,
        _ hasProgram: (String) -> Bool
    ) -> Clipboard {
        func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
        if isSet("WAYLAND_DISPLAY"), hasProgram("wl-copy") { return Clipboard(commands: wayland) }
        if isSet("DISPLAY"), hasProgram("xclip") { return Clipboard(commands: xclip) }
        if isSet("DISPLAY"), hasProgram("xsel") { return Clipboard(commands: xsel) }
        if isSet("TMUX"), hasProgram("tmux") { return Clipboard(commands: tmux) }
        return Clipboard(commands: nil)
    }

    private static let wayland = Commands(
        // Newer versions tell histories that the content is sensitive; older ones refuse to.
        copying: [["--sensitive"], []].map { ["wl-copy"] + $0 + ["--type", "text/plain"] },
        reading: ["wl-paste", "--no-newline"],
        clearing: ["wl-copy", "--clear"]
    )

    private static let xclip = Commands(
        copying: [["xclip", "-selection", "clipboard", "-in"]],
        reading: ["xclip", "-selection", "clipboard", "-out"],
        clearing: ["xclip", "-selection", "clipboard", "-in"]
    )

    private static let xsel = Commands(
        copying: [["xsel", "--clipboard", "--input"]],
        reading: ["xsel", "--clipboard", "--output"],
        clearing: ["xsel", "--clipboard", "--clear"]
    )

    /// A buffer with a name, because tmux keeps a history of all others, which would also take the
    /// text for the terminal's clipboard.
    private static let tmux = Commands(
        copying: [["tmux", "load-buffer", "-b", "keychainctl", "-"]],
        reading: ["tmux", "show-buffer", "-b", "keychainctl"],
        clearing: ["tmux", "delete-buffer", "-b", "keychainctl"]
    )

    /// The sequence that makes a terminal copy bytes to its clipboard, or empty it if there are no
    /// bytes (XTerm Control Sequences, OSC 52).
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
