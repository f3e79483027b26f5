import Testing

@testable import keychainctl

@Suite struct BrowseKeyTests {
    static let keys: [(String, [BrowseKey])] = [
        ("", []),
        ("ab", [.character("a"), .character("b")]),
        ("é漢👍🏽", [.character("é"), .character("漢"), .character("👍🏽")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{7F}\u{08}", [.backspace, .backspace]),
        ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
        ("\u{1B}q", [.escape, .character("q")]),
        ("\u{03}\u{19}", [.control("c"), .control("y")]),
        ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}[H\u{1B}[4~", [.home, .end]),
        ("\u{1B}OP\u{1B}[11~\u{1B}[[A", [.help, .help, .help]),
        // Sequences that mean nothing here, and broken ones, type no letters.
        ("\u{1B}[1;5C", []), ("\u{1B}[", []), ("\u{1B}[12", []), ("\u{1B}[[B", []),
        ("\u{1B}[200~x\u{1B}[201~", [.paste("x")]),
        ("a\u{1B}[200~x\ry\r\n\u{1B}[201~\r", [.character("a"), .paste("x\ny"), .enter]),
        ("\u{1B}[200~x\u{1B}[Ay\u{1B}[201~", [.paste(nil)]), ("\u{1B}[200~x", []),
        ("\u{0}\u{1C}", []), ("a\u{202E}b", [.character("a"), .character("b")]),
    ]

    @Test(arguments: keys) func parses(_ text: String, _ expected: [BrowseKey]) {
        var reader = BrowseKeyReader()
        #expect(reader.read(text.utf8) + reader.rest() == expected)
    }

    /// Input arrives in pieces, of which some end within a character or a sequence.
    @Test(arguments: keys) func parsesPieces(_ text: String, _ expected: [BrowseKey]) {
        var reader = BrowseKeyReader()
        let keys = text.utf8.flatMap { reader.read([$0]) } + reader.rest()
        // A character for a person may have arrived as two.
        #expect(Self.joined(keys) == Self.joined(expected))
    }

    private static func joined(_ keys: [BrowseKey]) -> String {
        keys.map { if case .character(let character) = $0 { "\(character)" } else { "<\($0)>" } }
            .joined()
    }

    @Test func omitsBytesThatAreNotText() {
        var reader = BrowseKeyReader()
        #expect(reader.read([0x61, 0xFF, 0x62]) == [.character("a"), .character("b")])
        #expect(reader.read([0x1B] + Array("[200~".utf8) + [0xFF]) == [])
        #expect(reader.read([0x1B] + Array("[201~".utf8)) == [.paste(nil)])
    }

    @Test func takesNoEndlessPaste() {
        var reader = BrowseKeyReader()
        let text = String(repeating: "x", count: 65_537)
        #expect(reader.read("\u{1B}[200~\(text)\u{1B}[201~".utf8) == [.paste(nil)])
        let long = String(text.dropLast())
        #expect(reader.read("\u{1B}[200~\(long)\u{1B}[201~".utf8) == [.paste(long)])
    }
}
