import Foundation
import Testing

@testable import PortableKeychain

/// The text that is entered at a prompt.
@Suite struct TerminalEntryTests {
    private static var keys: TerminalEntry.EditingKeys {
        var mode = termios()
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VERASE)] = 0x7F
            keys[Int(VWERASE)] = 0x17
            keys[Int(VKILL)] = 0x15
            keys[Int(VEOF)] = 0x04
        }
        return TerminalEntry.EditingKeys(mode)
    }

    /// The entry or its fault, after all input or where nothing more is taken.
    private static func enter(_ text: String, _ lines: TerminalPrompt.Lines, _ room: Int) -> String
    {
        withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { memory in
            var input = TerminalInput()
            var entry = TerminalEntry(
                memory,
                keys,
                takesSeveralLines: lines == .several,
                takesNothing: lines == .oneOrEmpty
            )
            var step = TerminalEntry.Step.none
            func take(_ token: TerminalInput.Token) {
                if !step.isEnd { step = entry.take(token) }
            }
            for byte in text.utf8 { input.take(byte, take) }
            input.rest(take)
            do throws(TerminalPrompt.Failure) {
                if case .failed(let failure) = step { throw failure }
                guard step == .complete else { return "more" }
                let count = try entry.count
                return "=" + String(decoding: memory[..<count], as: UTF8.self)
            } catch {
                return "\(error)"
            }
        }
    }

    static let typed: [(String, String)] = [
        ("s3cret\n", "=s3cret"), ("s3cret", "more"), ("\n", "nothingEntered"), ("é漢\n", "=é漢"),
        ("a\tb \n", "=a\tb "), ("s3cret\u{4}", "=s3cret"), ("\u{4}", "nothingEntered"),
        ("abc\u{7F}\u{8}d\n", "=ad"), ("a漢\u{7F}é\u{7F}\u{7F}\u{7F}b\n", "=b"),
        ("wrong\u{15}right\n", "=right"), ("one two  \u{17}2\n", "=one 2"),
        ("one\u{17}\n", "nothingEntered"),
        // Keys are not bytes of a secret.
        ("a\u{1B}[Ab\u{1B}OCc\u{1B}[3~d\u{1B}[1;5D\n", "=abcd"),
        ("a\u{1}\u{16}\u{1C}\u{0}b\n", "=ab"),
        ("abc\u{1B}", "nothingEntered"), ("abc\u{1B}d\n", "nothingEntered"),
        ("12345678\n", "=12345678"), ("123456789\n", "tooLong"), ("123456789\u{7F}\n", "=12345678"),
        ("123456789\u{15}1\n", "=1"),
    ]

    @Test(arguments: typed) func takesWhatIsTyped(_ text: String, _ expected: String) {
        let room = expected.utf8.count > 9 ? 64 : 8
        #expect(Self.enter(text, .one, room) == expected)
        #expect(Self.enter(text, .several, room) == expected)
    }

    /// Pastes, where one line is taken and where several are.
    static let pasted: [(String, String, String)] = [
        ("<s3cret>\n", "=s3cret", "=s3cret"), ("a<b>c\n", "=abc", "=abc"),
        ("<s3cret\n>\n", "=s3cret", "=s3cret"), ("<s3cret\n\n>\n", "=s3cret", "=s3cret\n"),
        ("<one\ntwo>\n", "severalLines", "=one\ntwo"),
        ("<one\ntwo\n>\n", "severalLines", "=one\ntwo"),
        ("<one\n>two\n", "severalLines", "=one\ntwo"), ("<one\ntwo>", "severalLines", "more"),
        // Lines of other systems.
        ("<a\r\nb\r\n>\r", "severalLines", "=a\nb"), ("<a\rb\r>\r", "severalLines", "=a\nb"),
        ("<a\r\n\r\nb>\n", "severalLines", "=a\n\nb"), ("<a\r\rb>\n", "severalLines", "=a\n\nb"),
        ("<a\n\rb>\n", "severalLines", "=a\n\nb"), ("<s3cret\r\n>\n", "=s3cret", "=s3cret"),
        ("<a\r><\nb>\n", "severalLines", "=a\n\nb"),
        ("<\n>\n", "nothingEntered", "nothingEntered"), ("<a\tb>\n", "=a\tb", "=a\tb"),
        ("<a\u{1B}[Ab>\n", "controlCharacters", "controlCharacters"),
        ("<a\u{1}>\n", "controlCharacters", "controlCharacters"),
        ("<a\u{7F}>\n", "controlCharacters", "controlCharacters"),
        ("<a\u{4}\u{15}>\n", "controlCharacters", "controlCharacters"),
    ]

    @Test(arguments: pasted)
    func takesWhatIsPasted(_ text: String, _ one: String, _ several: String) {
        let text = text.replacing("<", with: "\u{1B}[200~").replacing(">", with: "\u{1B}[201~")
        #expect(Self.enter(text, .one, 64) == one)
        #expect(Self.enter(text, .several, 64) == several)
    }

    /// An empty line is an answer where that is asked for; a key that ends the question is none.
    @Test(arguments: [
        ("\n", "="), ("\r", "="), ("a\u{7F}\n", "="), ("s3cret\n", "=s3cret"),
        ("\u{1B}[200~\n\u{1B}[201~\n", "="), ("s3cret\u{4}", "=s3cret"),
        ("\u{4}", "nothingEntered"), ("\u{1B}", "nothingEntered"),
    ])
    func takesAnEmptyLine(_ text: String, _ expected: String) {
        #expect(Self.enter(text, .oneOrEmpty, 64) == expected)
    }

    @Test func refusesALongPasteAtItsEnd() {
        let text = "\u{1B}[200~123456789\u{1B}[201~"
        #expect(Self.enter(text, .several, 8) == "tooLong")
    }
}
