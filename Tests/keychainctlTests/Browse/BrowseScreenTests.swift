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
            " ",
        ]
        let lines = Self.lines(state)
        #expect(Array(lines.dropLast()) == expected)
        #expect(lines.last == " type to find · ↑↓ choose · ⏎ open · ^Y copy…")
    }

    @Test func showsAnItemWithItsSecret() {
        var state = BrowseState(Samples.all, columns: 30, rows: 12)
        _ = state.receive(.key(.enter))
        #expect(Self.lines(state).first == " Secret: ••••••••")
        let secret = SecretBytes(utf8: "a long secret that goes on and on\n\u{1B}[2J")
        _ = state.receive(.secret(secret, of: Samples.api))
        // Control characters make it bytes that are no text.
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
        #expect(lines[1] == ">account      cix▏")
        #expect(lines[2] == " service      api")
        // The end of what is typed stays visible.
        for character in "0123456789" { _ = state.receive(.key(.character(character))) }
        #expect(Self.lines(state)[1] == ">account      …123456789▏")
    }

    @Test func scrollsAnItemThatDoesNotFit() {
        var state = BrowseState(Samples.all, columns: 40, rows: 8)
        _ = state.receive(.key(.enter))
        let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
        _ = state.receive(.secret(SecretBytes(utf8: text), of: Samples.api))
        func shown() -> [String] { Self.lines(state).dropLast(2).map { String($0.dropFirst()) } }
        #expect(shown() == ["Secret:"] + (1...5).map { "  line \($0)" })
        #expect(Self.lines(state).last?.hasPrefix(" ⇞⇟ more · r hide") == true)
        _ = state.receive(.key(.pageDown))
        #expect(shown().prefix(4) == (6...9).map { "  line \($0)" }[...])
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
        for line in BrowseScreen(state).text.split(separator: "\r\n") {
            let parts = line.split(separator: "\u{1B}[K", omittingEmptySubsequences: false)
            #expect(parts.count == 2)
            #expect(parts[0].isEmpty || parts[0] == "\u{1B}[H")
            #expect(!line.contains("\u{1B}[J"))
        }
    }

    @Test func asksBeforeItDeletes() {
        var state = BrowseState(Samples.all)
        _ = state.receive(.key(.enter))
        _ = state.receive(.key(.character("d")))
        #expect(Self.lines(state).last == ">Delete this item permanently? y/N")
    }

    static let hostile = [
        "\u{1B}[2J\u{1B}]52;c;ZXZpbA==\u{7}", "\u{9B}31m", "a\r\nb", "\u{202E}evil\u{2066}",
        "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", String(repeating: "x", count: 500), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "שלום",
        "\u{0}\u{7F}\u{85}\u{2028}", "e\u{301}\u{301}\u{301}",
    ]

    /// Whatever attributes hold, nothing of it acts on the terminal, and every line fits.
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
