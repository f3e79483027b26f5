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
        ("\u{03}\u{19}", [.control("c"), .control("y")]),
        ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}[H\u{1B}[4~", [.home, .end]),
        // Sequences that mean nothing here, and broken ones, type no letters.
        ("\u{1B}[1;5C", []), ("\u{1B}[", []), ("\u{1B}[12", []),
        ("\u{1B}[200~x", [.character("x")]),
        ("\u{0}\u{1C}", []), ("a\u{202E}b", [.character("a"), .character("b")]),
    ]

    @Test(arguments: keys) func parses(_ text: String, _ expected: [BrowseKey]) {
        #expect(BrowseKey.parse(Array(text.utf8)) == expected)
    }

    @Test func omitsBytesThatAreNotText() {
        #expect(BrowseKey.parse([0x61, 0xFF, 0x62]) == [.character("a"), .character("b")])
    }
}
