import Testing

@testable import KeychainctlKit

/// The only text that reaches a terminal.
@Suite struct ShownTests {
    @Test func escapesValues() {
        let hostile = "\u{1B}[2J\u{202E}\n\\"
        let shown: Shown = "a \(hostile) \(7)"
        #expect(shown.text == #"a \u{1b}[2J\u{202e}\n\\ 7"#)
        let nested: Shown = "\(shown)!"
        #expect(nested.text == shown.text + "!")
        #expect(Shown(lines: hostile).text == "\\u{1b}[2J\\u{202e}\n\\")
    }
}
