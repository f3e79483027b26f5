import Testing

@testable import PortableKeychain

/// The bytes that arrive from a terminal.
@Suite struct TerminalInputTests {
    /// Tokens as text: pasted bytes in brackets, keys in angle brackets.
    private static func read(_ text: String, _ rests: Bool = true) -> String {
        var input = TerminalInput()
        var result = ""
        func note(_ token: TerminalInput.Token) {
            switch token {
            case .typed(let byte): result += character(byte)
            case .pasted(let byte): result += "[\(character(byte))]"
            case .pasteStart: result += "<paste>"
            case .pasteEnd: result += "</paste>"
            case .escape: result += "<esc>"
            case .sequence(let parameters, let final):
                result += "<\(String(decoding: parameters + [final], as: UTF8.self))>"
            }
        }
        for byte in text.utf8 { input.take(byte, note) }
        if rests { input.rest(note) }
        return result
    }

    private static func character(_ byte: UInt8) -> String {
        byte == 0x1B ? "^[" : String(Character(Unicode.Scalar(byte)))
    }

    static let inputs: [(String, String)] = [
        ("ab\n", "ab\n"), ("\u{1B}", "<esc>"), ("\u{1B}\u{1B}", "<esc><esc>"),
        ("\u{1B}a", "<esc>a"), ("\u{1B}[Ax", "<A>x"), ("\u{1B}OBx", "<B>x"),
        ("\u{1B}[5~x", "<5~>x"), ("\u{1B}[1;5Cx", "<1;5C>x"),
        // The first function key of the Linux console, and one of xterm.
        ("\u{1B}[[Ax", "<[A>x"), ("\u{1B}OPx", "<P>x"),
        // Broken off: by the end, another sequence, or a control character.
        ("\u{1B}[12", ""), ("\u{1B}[", ""), ("\u{1B}[1\u{1B}[A", "<A>"), ("\u{1B}[1\n", "\n"),
        ("\u{1B}[200~a\nb\u{1B}[201~c", "<paste>[a][\n][b]</paste>c"),
        ("\u{1B}[200~\u{1B}[A\u{1B}[201~", "<paste>[^[][[][A]</paste>"),
        ("\u{1B}[200~\u{1B}[20\u{1B}[201~", "<paste>[^[][[][2][0]</paste>"),
        ("\u{1B}[200~\u{1B}\u{1B}[201~", "<paste>[^[]</paste>"),
        ("\u{1B}[200~\u{1B}[200~\u{1B}[201~", "<paste>[^[][[][2][0][0][~]</paste>"),
        ("\u{1B}[201~x", "<201~>x"),
    ]

    @Test(arguments: inputs) func tellsApart(_ text: String, _ tokens: String) {
        #expect(Self.read(text) == tokens)
    }

    @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[1", "\u{1B}[["])
    func waitsForTheRest(_ start: String) {
        #expect(Self.read(start, false) == "")
        var input = TerminalInput()
        for byte in start.utf8 { input.take(byte) { _ in } }
        #expect(input.isUnfinished)
        input.rest { _ in }
        #expect(!input.isUnfinished)
    }

    @Test func knowsThatAPasteGoesOn() {
        var input = TerminalInput()
        for byte in "\u{1B}[200~a".utf8 { input.take(byte) { _ in } }
        #expect(input.isPasting && !input.isUnfinished)
        input.rest { _ in }
        #expect(input.isPasting)
        for byte in "\u{1B}[201~".utf8 { input.take(byte) { _ in } }
        #expect(!input.isPasting)
    }

    /// The endless output of a program does not take endless memory.
    @Test func keepsNoEndlessSequences() {
        #expect(Self.read("\u{1B}[" + String(repeating: "1", count: 10_000) + "A").count == 35)
    }
}
