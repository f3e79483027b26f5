internal import ForeignCrypto
internal import KeychainctlKit
internal import PortableKeychain

/// The state of the browser, independent of the terminal and the keychain.
///
/// It receives events and returns effects, which the browser carries out. So its behaviour can
/// be tested without a terminal.
struct BrowseState: Sendable {
    indirect enum Mode: Equatable, Sendable {
        case list
        case item
        case editing(BrowseEdit)
        /// Asks about a form with changes; the browser ends afterwards, or continues.
        case leaving(BrowseEdit, quits: Bool)
        /// Asks where a secret comes from: that of a new item, or of the selected one.
        case choosing(BrowseEdit?)
        /// Asks whether the selected item is to be deleted.
        case confirming
        /// Explains the keys, over the previous view.
        case help(over: Mode)
        /// The keychain is locked, and nothing of it is shown; a form with changes is kept.
        case locked(BrowseEdit?)
    }

    private(set) var columns: Int
    private(set) var rows: Int
    var mode = Mode.list
    /// The typed search text.
    var filter = ""
    /// Whether ``found`` is for another search text.
    var isSearching = false
    /// The items that match the search text.
    private(set) var found: SearchIndex.Found
    /// The index of the selected item.
    private(set) var selected = 0
    /// The index of the first item on the screen.
    private(set) var top = 0
    /// The index of the first line on the screen of the shown item or the help.
    private(set) var pageTop = 0
    /// The secret of the selected item while it is shown.
    var revealed: SecretBytes?
    /// The one-time code of the selected item while it is shown.
    var code: OneTimeKey.Code?
    var message = ""
    /// Whether the browser ends when a form is stored.
    var quitsWhenSaved = false
    /// Whether the next attempt to leave a locked keychain drops a form.
    var isWarned = false
    /// The item to select when it is found.
    private var wanted: ListedItem?

    init(_ items: [ListedItem], columns: Int = 80, rows: Int = 24) {
        found = SearchIndex.Found(items)
        self.columns = columns
        self.rows = rows
    }

    /// The items that match the search text.
    var shown: [ListedItem] { found.items }

    /// The number of items that are not among them, because they require user authentication.
    var guarded = 0

    /// Whether the keychain keeps what is deleted.
    var keepsDeleted = false

    /// The selected item.
    var item: ListedItem? { shown.indices.contains(selected) ? shown[selected] : nil }

    /// The number of lines at the bottom: the message, and the keys.
    var bottom: Int {
        let keys = BrowseKeys(self)
        return keys.message.count + keys.lines.count
    }

    /// The number of items that fit between the two lines at the top and those at the bottom.
    var room: Int { max(rows - 2 - bottom, 1) }

    /// The number of lines that fit above those at the bottom.
    var pageRoom: Int { max(rows - bottom, 1) }

    /// The lines of the selected item or the help, of which ``pageRoom`` are on the screen.
    var page: [String] {
        if case .help = mode { BrowseKeys.page(columns) } else { BrowseItemText(self).lines }
    }

    /// Whether the answer to a question comes next: text that was typed before it was shown is not
    /// an answer.
    var isAsking: Bool {
        switch mode {
        case .leaving, .choosing, .confirming: true
        case .list, .item, .editing, .help, .locked: false
        }
    }

    /// Whether a key is about the items that are found, so that a search has to end first.
    func needsResult(for key: BrowseKey) -> Bool {
        guard isSearching, mode == .list else { return false }
        switch key {
        case .character, .paste, .backspace, .escape, .help: return false
        case .control(let letter): return !"cnu".contains(letter)
        default: return true
        }
    }

    /// Handles an event and returns the resulting effects.
    mutating func receive(_ event: BrowseEvent) -> [BrowseEffect] {
        switch event {
        case .key(let key):
            message = ""
            return press(key)
        case .found(let found, let text):
            guard text == filter else { return [] }
            take(found)
        case .secret(let secret, let owner):
            guard mode == .item, owner.reference == item?.reference else { return [] }
            revealed = secret
            pageTop = 0
        case .code(let code, let owner):
            guard mode == .item, owner.reference == item?.reference else { return [] }
            self.code = code
        case .saved:
            if quitsWhenSaved { return [.quit] }
            closeForm()
        case .added(let item):
            if quitsWhenSaved { return [.quit] }
            mode = .list
            wanted = item
            find("")
        case .locked:
            hide()
            mode = .locked(changedForm)
            isWarned = false
            found = SearchIndex.Found([])
        case .message(let text):
            message = text
            quitsWhenSaved = false
        case .size(let columns, let rows):
            self.columns = columns
            self.rows = rows
            scroll()
            scrollPage(to: pageTop)
        }
        return []
    }

    /// Hides the secret and the code.
    mutating func hide() {
        revealed = nil
        code = nil
    }

    mutating func leaveItem() {
        hide()
        pageTop = 0
        mode = .list
    }

    /// Requests the items that match a text.
    mutating func find(_ text: String) {
        guard text != filter else { return }
        filter = text
        isSearching = true
    }

    mutating func choose(_ index: Int) {
        selected = max(min(index, shown.count - 1), 0)
        pageTop = 0
        scroll()
    }

    mutating func scrollPage(to line: Int) {
        guard pageTop > 0 || line > 0 else { return }
        pageTop = max(min(line, page.count - pageRoom), 0)
    }

    private mutating func scroll() {
        top = min(max(top, selected - room + 1), selected)
        // No room stays empty below the last item while there are others above.
        top = min(top, max(shown.count - room, 0))
    }

    /// Takes the items that were found.
    ///
    /// Those of another search text are shown from the first one; otherwise, the selected item stays
    /// selected if it still exists.
    private mutating func take(_ found: SearchIndex.Found) {
        let former = item
        let isOther = isSearching
        isSearching = false
        self.found = found
        if case .locked(let edit) = mode { mode = edit.map { .editing($0) } ?? .list }
        if let wanted, let index = shown.firstIndex(where: { $0.reference == wanted.reference }) {
            self.wanted = nil
            return choose(index)
        }
        guard !isOther || mode != .list else { return choose(0) }
        let index = shown.firstIndex { $0.reference == former?.reference }
        choose(index ?? selected)
        // A shown secret or a question must always refer to the selected item.
        guard index == nil || item != former else { return }
        // The next code of a counter is stored as it is shown, and that changes the item.
        revealed = nil
        if index == nil { code = nil }
        if index == nil, !isIndependent { mode = .list }
    }

    /// Whether the shown text is not about the selected item: text that was typed into a form
    /// stays, whatever became of its item.
    private var isIndependent: Bool {
        if let form { return form.item == nil || form.isChanged }
        return mode == .list || mode == .help(over: .list)
    }
}
