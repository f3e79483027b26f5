import ForeignCrypto
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import keychainctl

@Suite struct BrowseStateTests {
    /// Types, and returns the effects.
    private static func press(_ state: inout BrowseState, _ keys: String) -> [BrowseEffect] {
        state.type(keys)
    }

    static let sessions: [(String, String, [BrowseEffect])] = [
        ("quits", "\u{1B}", [.quit]),
        ("first gives the filter up", "a\u{1B}", []),
        ("then quits", "a\u{1B}\u{1B}", [.quit]),
        ("quits everywhere", "\re\u{03}", [.quit]), ("quits in the help", "?\u{03}", [.quit]),
        ("letters find", "qrcd", []),
        ("copies from the list", "\u{1B}[B\u{19}", [.copy(Samples.backup)]),
        ("reveals what was found", "ANA\rr", [.reveal(Samples.mail)]),
        ("copies", "\rc", [.copy(Samples.api)]),
        ("asks where a secret comes from", "\rn", []),
        ("asks for another secret", "\rnt", [.replaceSecret(Samples.api, .typed)]),
        ("makes another secret", "\rng", [.replaceSecret(Samples.api, .generated(letters))]),
        ("makes words", "\rnw", [.replaceSecret(Samples.api, .generated(words))]),
        ("makes no secret after all", "\rn\u{1B}c", [.copy(Samples.api)]),
        ("asks before it deletes", "\rd", []),
        ("deletes after a yes", "\rdy", [.delete(Samples.api)]),
        ("keeps after anything else", "\rd\r", []),
        ("keeps after a no, and continues", "\rdnc", [.copy(Samples.api)]),
        ("opens nothing where nothing is", "nothing\rr", []),
        (
            "edits the label", "\re!\r",
            [.change(Samples.api, [.label: .string("API token!")])]
        ),
        (
            "edits the account", "\re\t\u{15}me\r",
            [.change(Samples.api, [.account: .string("me")])]
        ),
        (
            "edits several fields", "\re!\t\u{15}me\t\tlast\r",
            [
                .change(
                    Samples.api,
                    [
                        .label: .string("API token!"), .account: .string("me"),
                        .description: .string("last"),
                    ]
                )
            ]
        ),
        (
            "comes back to a field", "\re!\t\t\t\t\t?\r",
            [.change(Samples.api, [.label: .string("API token!?")])]
        ),
        ("edits a field and undoes it", "\re!\u{7F}\t\r", []),
        ("edits nothing", "\re\r", []),
        ("asks before it gives an edit up", "\rexx\u{1B}", []),
        ("gives an edit up", "\rexx\u{1B}dc", [.copy(Samples.api)]),
        (
            "goes on with an edit", "\re!\u{1B}\u{1B}?\r",
            [.change(Samples.api, [.label: .string("API token!?")])]
        ),
        ("saves instead", "\re!\u{1B}s", [.change(Samples.api, [.label: .string("API token!")])]),
        ("gives up an edit without changes", "\re!\u{7F}\u{1B}c", [.copy(Samples.api)]),
        ("asks before it quits", "\re!\u{03}", []),
        ("quits without an edit", "\re!\u{03}d", [.quit]),
        ("quits when asked twice", "\re!\u{03}\u{03}", [.quit]),
        ("adds an item", "\u{0E}x\rt", [.add(x, .typed)]),
        ("adds an item with a made secret", "\u{0E}x\rg", [.add(x, .generated(letters))]),
        ("goes back to a new item", "\u{0E}x\r\u{1B}\u{7F}x\rt", [.add(x, .typed)]),
        ("adds no item without a name", "\u{0E}\rt\r", []),
        ("adds no item of two classes", "\u{0E}x\ty\rt\r", []),
        ("asks before it drops a new item", "\u{0E}x\u{1B}", []),
        ("drops a new item", "\u{0E}x\u{1B}d\u{1B}", [.quit]),
        ("explains keys", "?\u{1B}\u{1B}", [.quit]),
        ("has no codes of passwords", "\u{0F}\ro", []),
        ("finds in spite of mistakes", "bakcup\rr", [.reveal(Samples.backup)]),
    ]

    private static let letters = BrowseState.generated[0].secret
    private static let words = BrowseState.generated[1].secret
    private static let x = ItemSelection(
        itemClass: .genericPassword,
        attributes: [.service: .string("x")]
    )

    @Test(arguments: sessions)
    func answers(_ name: String, _ keys: String, _ effects: [BrowseEffect]) {
        var state = BrowseState(Samples.all)
        // Each key by itself, as a person types: an escape that comes alone is one.
        let parts = keys.contains("[") ? [keys] : keys.map(String.init)
        #expect(parts.flatMap { Self.press(&state, $0) } == effects, "\(name)")
    }

    static let choices: [(String, Int)] = [
        ("\u{1B}[B", 1), ("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B", 2), ("\u{1B}[A", 0),
        ("\u{1B}[F", 2), ("\u{1B}[F\u{1B}[H", 0), ("\u{1B}[6~", 2), ("\u{1B}[Fa", 0),
    ]

    @Test(arguments: choices) func chooses(_ keys: String, _ index: Int) {
        var state = BrowseState(Samples.all)
        _ = Self.press(&state, keys)
        #expect(state.selected == index)
    }

    /// The keys that hide a secret again.
    @Test(arguments: ["r", "q", "d", "e", "n", "\u{1B}", "\u{1B}[B", "\u{7F}"])
    func hidesSecrets(_ key: String) {
        var state = BrowseState(Samples.all)
        _ = Self.press(&state, "\rr")
        _ = state.receive(.secret(SecretBytes(utf8: "s3cret"), of: Samples.api))
        #expect(BrowseScreen(state).text.contains("s3cret"))
        _ = Self.press(&state, key)
        #expect(state.revealed == nil)
        #expect(!BrowseScreen(state).text.contains("s3cret"))
    }

    /// An answer that comes after the person moved on, or is about another item.
    @Test func takesNoSecretThatNobodyWaitsFor() {
        var state = BrowseState(Samples.all)
        let secret = SecretBytes(utf8: "s3cret")
        _ = state.receive(.secret(secret, of: Samples.api))
        #expect(state.revealed == nil)
        _ = Self.press(&state, "\r")
        _ = state.receive(.secret(secret, of: Samples.mail))
        #expect(state.revealed == nil)
    }

    /// A locked keychain shows nothing.
    @Test func hidesEverythingWhenLocked() {
        var state = BrowseState(Samples.all)
        _ = Self.press(&state, "\rr")
        _ = state.receive(.secret(SecretBytes(utf8: "s3cret"), of: Samples.api))
        _ = state.receive(.locked)
        #expect(state.mode == .locked(nil) && state.item == nil && state.revealed == nil)
        let text = BrowseScreen(state).text
        #expect(!text.contains("api") && text.contains("The keychain is locked."))
        #expect(Self.press(&state, "r") == [])
        #expect(Self.press(&state, "\r") == [.unlock])
        state.find(in: Samples.all)
        #expect(state.mode == .list && state.shown.count == 3)
        _ = state.receive(.locked)
        #expect(Self.press(&state, "\u{1B}") == [.quit])
    }

    @Test func showsAndHidesCodes() {
        let item = ListedItem(
            itemClass: .genericPassword,
            attributes: [.description: .string(OneTimeItem.kind)],
            reference: [1]
        )
        let code = OneTimeKey.Code(text: SecretBytes(utf8: "123456"), secondsLeft: 1)
        for key in ["o", "q", "d", "e", "n"] {
            var state = BrowseState([item])
            #expect(Self.press(&state, "\u{0F}") == [.showCode(item)])
            _ = state.receive(.code(code, of: item))
            #expect(BrowseScreen(state).text.contains("Code:   123456  (1 second left)"))
            #expect(Self.press(&state, "c") == [.copyCode])
            _ = Self.press(&state, key)
            #expect(state.code == nil)
            #expect(!BrowseScreen(state).text.contains("123456"))
        }
        var state = BrowseState([item])
        _ = state.receive(.code(code, of: item))
        #expect(state.code == nil)
        #expect(Self.press(&state, "\ro") == [.showCode(item)])
    }

    @Test func keepsTheChosenItemWhenOthersCome() {
        var state = BrowseState([Samples.backup, Samples.mail])
        _ = Self.press(&state, "\u{1B}[B\r")
        state.find(in: Samples.all)
        #expect(state.item == Samples.mail)
        #expect(state.mode == .item)
    }

    /// A yes must not delete another item than the one that was asked about.
    @Test func asksNoMoreWhenTheItemIsGone() {
        var state = BrowseState(Samples.all)
        _ = Self.press(&state, "\rd")
        state.find(in: [Samples.backup, Samples.mail])
        #expect(state.mode == .list)
        #expect(Self.press(&state, "y") == [])
    }

    @Test func scrolls() {
        let many = (0..<100).map { Samples.item("s\($0)", UInt8($0)) }
        var state = BrowseState(many, columns: 40, rows: 10)
        #expect(state.room == 5)
        _ = Self.press(&state, "\u{1B}[F")
        #expect(state.top == 95)
        _ = state.receive(.size(columns: 40, rows: 24))
        #expect(state.selected - state.top < state.room)
        #expect(state.room > 5 && state.top == 100 - state.room)
        _ = state.receive(.size(columns: 40, rows: 200))
        #expect(state.top == 0 && state.selected == 99)
        _ = state.receive(.size(columns: 1, rows: 1))
        #expect(state.top == state.selected)
        _ = Self.press(&state, "\u{1B}[H")
        #expect(state.top == 0)
    }
}
