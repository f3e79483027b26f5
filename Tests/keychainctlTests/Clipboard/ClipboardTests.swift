import Testing

@testable import keychainctl

@Suite struct ClipboardTests {
    static let desktops: [([String], [String], String?)] = [
        (["WAYLAND_DISPLAY", "DISPLAY"], ["wl-copy", "xclip"], "wl-copy"),
        (["WAYLAND_DISPLAY", "DISPLAY"], ["xclip", "xsel"], "xclip"),
        (["DISPLAY"], ["wl-copy", "xsel"], "xsel"),
        // Over ssh.
        ([], ["wl-copy", "xclip", "xsel"], nil),
        (["DISPLAY"], [], nil),
        (["TMUX"], ["tmux", "xclip"], "tmux"), (["TMUX", "DISPLAY"], ["tmux", "xclip"], "xclip"),
    ]

    @Test(arguments: desktops)
    func chooses(_ variables: [String], _ programs: [String], _ expected: String?) {
        let clipboard = Clipboard.choose(
            { variables.contains($0) ? ":0" : nil },
            { programs.contains($0) }
        )
        #expect(clipboard.commands?.clearing.first == expected)
    }

    @Test func takesNoEmptyVariable() {
        #expect(Clipboard.choose({ _ in "" }, { _ in true }).commands == nil)
    }

    /// The test vectors of RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func writesSequences(_ text: String, _ digits: String) {
        #expect(Clipboard.sequence(text.utf8) == Array("\u{1B}]52;c;\(digits)\u{7}".utf8))
    }
}
