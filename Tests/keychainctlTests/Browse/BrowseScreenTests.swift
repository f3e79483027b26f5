import Foundation
import KeychainctlKit
import PortableKeychain
import SafeText
import Testing

@testable import keychainctl

@Suite struct BrowseScreenTests {
    private static func lines(_ state: BrowseState) -> [String] {
        BrowseScreen(state).lines.map { line in
            let text = line.text.reversed().drop { $0 == " " }.reversed()
            return (line.isEmphasized ? ">" : " ") + String(text)
        }
    }

    @Test func showsAList() {
        var state = BrowseState(Samples.all, columns: 44, rows: 8)
        _ = state.receive(.key(.down))
        let expected: [String] = [
            " Find: ▏  3 items",
            " WHERE   ACCOUNT  LABEL",
            " api     ci       API token",
            ">backup",
            " mail    Ana",
            " ",
            " type to find · enter open · ^Y copy · ^N new",
            " ? help · esc quit",
        ]
        #expect(Self.lines(state) == expected)
    }

    /// Items that a list cannot show without a question are counted.
    @Test(arguments: [
        (0, ""), (1, ", without 1 that requires user authentication"),
        (2, ", without 2 that require user authentication"),
    ])
    func countsWhatItLeavesOut(_ guarded: Int, _ words: String) {
        var state = BrowseState(Samples.all)
        state.guarded = guarded
        #expect(Self.lines(state).first == " Find: ▏  3 items" + words)
    }

    @Test func showsAnItemWithItsSecret() {
        var state = BrowseState(Samples.all, columns: 30, rows: 12)
        _ = state.receive(.key(.enter))
        #expect(Self.lines(state).first == " Secret: ••••••••")
        let secret = SecretBytes(utf8: "a long secret that goes on and on\n\u{1B}[2J")
        _ = state.receive(.secret(secret, of: Samples.api))
        // Control characters make it bytes that are not text.
        #expect(Self.lines(state)[0] == " Secret:")
        #expect(Self.lines(state)[1].hasPrefix("   0x61206c6f6e67"))
        _ = state.receive(
            .secret(
                SecretBytes(utf8: "a long secret that goes on and on\nend"),
                of: Samples.api
            )
        )
        let expected: [String] = [
            " Secret:", "   a long secret that goes on a", " nd on", "   end",
        ]
        #expect(Array(Self.lines(state).prefix(4)) == expected)
    }

    @Test func showsAllFieldsOfTheForm() {
        var state = BrowseState(Samples.all, columns: 24, rows: 8)
        for key in [BrowseKey.enter, .character("e"), .character("!"), .tab, .character("x")] {
            _ = state.receive(.key(key))
        }
        let lines = Self.lines(state)
        #expect(lines[0] == " label        API token!")
        #expect(lines[1] == ">account      cix")
        #expect(lines[2] == " service      api")
        // The end of the typed text stays visible.
        for character in "0123456789" { _ = state.receive(.key(.character(character))) }
        #expect(Self.lines(state)[1] == ">account      …123456789")
    }

    @Test func scrollsAnItemThatDoesNotFit() {
        var state = BrowseState(Samples.all, columns: 40, rows: 8)
        _ = state.receive(.key(.enter))
        let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
        _ = state.receive(.secret(SecretBytes(utf8: text), of: Samples.api))
        func shown() -> [String] { Self.lines(state).dropLast(3).map { String($0.dropFirst()) } }
        #expect(shown() == ["Secret:"] + (1...4).map { "  line \($0)" })
        #expect(Self.lines(state)[6].hasPrefix(" PgUp/PgDn more · r hide"))
        _ = state.receive(.key(.pageDown))
        #expect(shown() == (5...9).map { "  line \($0)" })
        _ = state.receive(.key(.end))
        #expect(shown().last?.hasPrefix("label") == true)
        _ = state.receive(.key(.pageDown))
        #expect(shown().last?.hasPrefix("label") == true)
        _ = state.receive(.size(columns: 40, rows: 40))
        #expect(shown().first == "Secret:")
        _ = state.receive(.size(columns: 40, rows: 8))
        _ = state.receive(.key(.end))
        _ = state.receive(.key(.home))
        #expect(shown().first == "Secret:")
        // Another item is shown from its beginning.
        _ = state.receive(.key(.end))
        _ = state.receive(.key(.down))
        #expect(shown().first == "Secret: ••••••••")
    }

    /// After a full line, erasing would take its last character.
    @Test func erasesNothingAfterALine() {
        let state = BrowseState(Samples.all, columns: 40, rows: 8)
        let parts = BrowseScreen(state).text.components(separatedBy: "\u{1B}[K")
        #expect(parts.count == 9)
        // The sequence before an erasure moves the cursor to the start of a line.
        for (number, part) in parts.dropLast().enumerated() {
            #expect(part.hasSuffix("\u{1B}[\(number + 1);1H"))
        }
        #expect(!parts.contains { $0.contains("\u{1B}[J") })
    }

    /// Questions, whole at 40 columns; the cursor stands at their end.
    static let questions: [(String, [String])] = [
        ("\rd", [">Delete this item for good? y/N"]),
        ("\re!\u{1B}", [">Save the changes? s save · d drop", ">esc go on"]),
        (
            "\rn",
            [
                ">Secret: t type it", ">g generate 22 letters and digits",
                ">w generate 6 words · esc cancel",
            ]
        ),
    ]

    @Test(arguments: questions) func asks(_ keys: String, _ question: [String]) {
        var state = BrowseState(Samples.all, columns: 40, rows: 24)
        for key in keys { _ = state.type(String(key)) }
        #expect(Self.lines(state).suffix(question.count) == question[...])
        let cursor = BrowseScreen(state).cursor
        #expect(cursor.line == 23 && cursor.column == (question.last ?? "").count - 1)
    }

    /// The keys that are shown fit 40 columns, and none is cut.
    @Test(arguments: ["", "\r", "\re", "?", "\u{0E}"]) func showsKeys(_ keys: String) {
        func bottom(_ columns: Int) -> String {
            var state = BrowseState(Samples.all, columns: columns, rows: 24)
            _ = state.type(keys)
            let screen = BrowseScreen(state)
            #expect(screen.lines.count == 24)
            return screen.lines.suffix(BrowseKeys(state).lines.count)
                .map { $0.text.split(separator: " ").joined(separator: " ") }.joined(
                    separator: " · "
                )
        }
        #expect(bottom(40) == bottom(200))
        #expect(bottom(40).contains("esc "))
    }

    /// The place that a braille display and speech read: the chosen line, or the end of the typed
    /// text.
    static let cursors: [(String, line: Int, column: Int)] = [
        ("", 2, 0), ("\u{1B}[B", 3, 0), ("mail", 2, 0), ("zzz", 0, 0), ("\r", 0, 0),
        ("\re", 0, 22), ("\re\t漢", 1, 17), ("\u{0E}", 0, 13), ("?", 0, 0),
    ]

    @Test(arguments: cursors) func placesTheCursor(_ keys: String, _ line: Int, _ column: Int) {
        var state = BrowseState(Samples.all, columns: 40, rows: 24)
        _ = state.type(keys)
        #expect(BrowseScreen(state).cursor == BrowseScreen.Place(line: line, column: column))
        #expect(BrowseScreen(state).text.hasSuffix("\u{1B}[\(line + 1);\(column + 1)H"))
    }

    @Test func scrollsFormsThatDoNotFit() {
        var state = BrowseState(Samples.all, columns: 40, rows: 8)
        _ = state.type("\u{0E}\t\t\t\t\t\t\t\tlast")
        #expect(Self.lines(state)[4] == ">comment      last")
        #expect(BrowseScreen(state).cursor.line == 4)
    }

    @Test func explainsKeys() {
        var state = BrowseState(Samples.all, columns: 40, rows: 60)
        _ = state.type("?")
        let text = Self.lines(state).joined(separator: "\n")
        for word in ["In the list", "In an item", "In a form", "^N ", "^Y ", "^O ", "n  ", "d  "] {
            #expect(text.contains(word))
        }
        // None of it is cut.
        #expect(!text.contains("…"))
        state = BrowseState(Samples.all, columns: 40, rows: 12)
        _ = state.type("?\u{1B}[F")
        #expect(Self.lines(state).contains { $0.contains("^C ") })
    }

    /// A message is shown in full, with its advice at the end.
    @Test func showsWholeMessages() {
        var state = BrowseState(Samples.all, columns: 40, rows: 24)
        let message =
            "the item already exists; change it with 'keychainctl set', or use another name"
        _ = state.receive(.message(message))
        let lines = Self.lines(state)
        #expect(lines.count == 24)
        #expect(lines[20...21].map { $0.dropFirst() }.joined(separator: " ") == message)
    }

    /// Only lines that differ are written again.
    @Test func writesWhatDiffers() {
        var state = BrowseState(Samples.all, columns: 40, rows: 24)
        let former = BrowseScreen(state)
        _ = state.type("\u{1B}[B")
        let text = BrowseScreen(state).text(after: former)
        #expect(text.split(separator: "\u{1B}[K").count == 3)
        #expect(text.hasPrefix("\u{1B}[3;1H\u{1B}[Kapi ") && text.hasSuffix("\u{1B}[4;1H"))
        _ = state.receive(.size(columns: 40, rows: 25))
        #expect(BrowseScreen(state).text(after: former).contains("WHERE"))
    }

    static let hostile = [
        "\u{1B}[2J\u{1B}]52;c;ZXZpbA==\u{7}", "\u{9B}31m", "a\r\nb", "\u{202E}evil\u{2066}",
        "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", String(repeating: "x", count: 500), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "שלום",
        "\u{0}\u{7F}\u{85}\u{2028}", "e\u{301}\u{301}\u{301}",
    ]

    /// Attributes with any content cannot act on the terminal, and every line fits.
    @Test(arguments: hostile, [(1, 1), (7, 4), (20, 10), (80, 24)])
    func isHarmless(_ text: String, _ size: (columns: Int, rows: Int)) {
        let item = Samples.item(text, account: text, label: text, 1)
        for keys in [
            [BrowseKey](), [.enter], [.enter, .character("e")], [.enter, .character("d")],
        ] {
            var state = BrowseState([item], columns: size.columns, rows: size.rows)
            for key in keys { _ = state.receive(.key(key)) }
            _ = state.receive(.message(text))
            let screen = BrowseScreen(state)
            #expect(screen.lines.count == size.rows)
            for line in screen.lines {
                #expect(!line.text.unicodeScalars.contains(where: Escaping.isUnsafe))
                #expect(Table.width(line.text) <= size.columns)
            }
        }
    }
}
