import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import keychainctl

/// The result of text that was typed into forms.
@Suite struct BrowseFormTests {
    private static func text(_ state: BrowseState) -> String {
        BrowseScreen(state).lines.map(\.text).joined(separator: "\n")
    }

    /// A form stays open until its changes are stored.
    @Test func keepsWhatCannotBeStored() {
        var state = BrowseState(Samples.all)
        #expect(state.type("\re!\r").count == 1)
        _ = state.receive(.message("It is refused."))
        #expect(
            Self.text(state).contains("API token!") && Self.text(state).contains("It is refused.")
        )
        #expect(state.type("?\r") == [.change(Samples.api, [.label: .string("API token!?")])])
        _ = state.receive(.saved)
        #expect(state.mode == .item)
    }

    /// A user who quits with changes saves them first, and the browser continues if that is
    /// refused.
    @Test func quitsWhenChangesAreStored() {
        var state = BrowseState(Samples.all)
        #expect(state.type("\re!") + state.type("\u{03}") == [])
        #expect(state.type("s") == [.change(Samples.api, [.label: .string("API token!")])])
        #expect(state.receive(.saved) == [.quit])
        #expect(state.type("\u{03}s").count == 1)
        _ = state.receive(.message("It is refused."))
        #expect(state.receive(.saved) == [])
    }

    /// A locked keychain shows nothing of a form, and the form comes back afterwards.
    @Test func keepsFormsWhileLocked() {
        var state = BrowseState(Samples.all)
        _ = state.type("\re!")
        _ = state.receive(.locked)
        #expect(!Self.text(state).contains("API token"))
        #expect(state.type("\u{1B}") == [])
        #expect(Self.text(state).contains("A form has changes."))
        #expect(!Self.text(state).contains("API token"))
        #expect(state.type("\r") == [.unlock])
        state.find(in: Samples.all)
        #expect(Self.text(state).contains("API token!"))
        _ = state.receive(.locked)
        #expect(state.type("\u{1B}") == [])
        #expect(state.type("\u{1B}") == [.quit])
    }

    @Test func leavesALockedKeychainWithoutAForm() {
        var state = BrowseState(Samples.all)
        _ = state.type("\re")
        _ = state.receive(.locked)
        #expect(state.type("\u{03}") == [.quit])
    }

    /// Another program deleted the item, or changed it, while it was edited.
    @Test(arguments: [[], [Samples.mail], [Samples.item("api", label: "New", 1)]])
    func keepsFormsOfItemsThatChanged(_ items: [ListedItem]) {
        var state = BrowseState(Samples.all)
        _ = state.type("\re!")
        state.find(in: items)
        #expect(Self.text(state).contains("API token!"))
        #expect(state.type("\r") == [.change(Samples.api, [.label: .string("API token!")])])
        #expect(state.type("\u{1B}") + state.type("d", among: items) == [])
        #expect(state.mode == (items.first?.reference == [1] ? .item : .list))
    }

    @Test func closesFormsWithoutChangesWhenTheirItemIsGone() {
        var state = BrowseState(Samples.all)
        _ = state.type("\re")
        state.find(in: [Samples.mail])
        #expect(state.mode == .list)
    }

    /// A form has no options that a message could name.
    @Test(arguments: [
        ("\u{0E}\r", "a new item needs a service or a server; enter one"),
        (
            "\u{0E}x\ty\r",
            "an item with a service has no server, protocol, port or path; leave one or the others empty"
        ),
    ])
    func saysWhatAnItemNeeds(_ keys: String, _ message: String) {
        var state = BrowseState(Samples.all)
        #expect(state.type(keys) == [])
        #expect(state.message == message)
    }

    @Test func choosesWhatWasAdded() {
        var state = BrowseState(Samples.all)
        _ = state.type("api\u{0E}x\rt")
        let x = Samples.item("x", 9)
        #expect(state.receive(.added(x)) == [])
        state.find(in: Samples.all + [x])
        #expect(state.item == x && state.filter == "" && state.mode == .list)
    }

    /// The text pasted into the label, and the message instead if it is refused.
    static let pastes: [(String?, String?)] = [
        (" and more", nil), ("", nil),
        ("one\ntwo", "A paste of several lines fits the comment only."),
        (nil, "What was pasted is too long, or no text."),
    ]

    @Test(arguments: pastes) func takesPastesWhole(_ text: String?, _ refusal: String?) {
        var state = BrowseState(Samples.all)
        _ = state.type("\re")
        _ = state.receive(.key(.paste(text)))
        #expect(state.message == refusal ?? "")
        #expect(state.form?.text == "API token" + (refusal == nil ? text ?? "" : ""))
    }

    @Test func takesSeveralLinesIntoTheComment() {
        var state = BrowseState(Samples.all)
        _ = state.type("\re\t\t\t\t")
        _ = state.receive(.key(.paste("one\ntwo")))
        #expect(state.type("\r") == [.change(Samples.api, [.comment: .string("one\ntwo")])])
    }

    /// A paste elsewhere is no keys: it searches, or does nothing.
    @Test func pressesNoKeysByAPaste() {
        var state = BrowseState(Samples.all)
        _ = state.receive(.key(.paste("mail\nana")))
        state.find(in: Samples.all)
        #expect(state.filter == "mail ana" && state.shown == [Samples.mail])
        _ = state.type("\r")
        for keys in ["", "d"] {
            _ = state.type(keys)
            let mode = state.mode
            #expect(state.receive(.key(.paste("y"))) == [])
            #expect(state.mode == (keys == "d" ? .item : mode))
        }
    }

    /// Keys that act on items wait for the search; those that only change it do not.
    @Test func knowsWhatNeedsTheResult() {
        var state = BrowseState(Samples.all)
        #expect(!state.needsResult(for: .enter))
        _ = state.receive(.key(.character("m")))
        let waiting: [BrowseKey] = [
            .enter, .up, .pageDown, .home, .tab, .control("y"), .control("o"),
        ]
        #expect(waiting.allSatisfy { state.needsResult(for: $0) })
        let others: [BrowseKey] = [
            .character("a"), .paste("a"), .backspace, .escape, .help, .control("u"), .control("n"),
            .control("c"),
        ]
        #expect(!others.contains { state.needsResult(for: $0) })
        // The result of a search that is no longer wanted is not shown.
        let found = SearchIndex.Found([Samples.mail])
        _ = state.receive(.found(found, for: "x"))
        #expect(state.isSearching && state.shown == Samples.all)
        _ = state.receive(.found(found, for: "m"))
        #expect(!state.isSearching && state.shown == [Samples.mail])
    }
}
