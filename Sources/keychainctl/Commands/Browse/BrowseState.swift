internal import KeychainctlKit
internal import PortableKeychain

/// The state of the browser, independent of the terminal and the keychain.
///
/// It receives events and returns effects, which the browser carries out. So its behaviour can
/// be tested without a terminal.
struct BrowseState: Sendable {
    enum Mode: Equatable, Sendable {
        case list
        case item
        case editing(BrowseEdit)
        case confirming
        /// The keychain is locked, and nothing of it is shown.
        case locked
    }

    private(set) var columns: Int
    private(set) var rows: Int
    private(set) var mode = Mode.list
    /// The typed search text.
    private(set) var filter = ""
    /// The items that match the search text.
    private(set) var shown: [ListedItem]
    /// The index of the selected item.
    private(set) var selected = 0
    /// The index of the first item on the screen.
    private(set) var top = 0
    /// The index of the first line on the screen of the shown item.
    private(set) var itemTop = 0
    /// The secret of the selected item while it is shown.
    private(set) var revealed: SecretBytes?
    /// The one-time code of the selected item while it is shown.
    private(set) var code: OneTimeKey.Code?
    private(set) var message = ""
    private var items: [ListedItem]

    init(_ items: [ListedItem], columns: Int = 80, rows: Int = 24) {
        self.items = items
        self.columns = columns
        self.rows = rows
        shown = items
    }

    /// The selected item.
    var item: ListedItem? { shown.indices.contains(selected) ? shown[selected] : nil }

    /// The number of items that fit between the two lines at the top and the two at the bottom.
    var room: Int { max(rows - 4, 1) }

    /// The number of lines of an item that fit above the two at the bottom.
    var itemRoom: Int { max(rows - 2, 1) }

    /// The lines of the selected item.
    var itemLines: [String] { BrowseItemText(self).lines }

    /// Handles an event and returns the resulting effects.
    mutating func receive(_ event: BrowseEvent) -> [BrowseEffect] {
        switch event {
        case .key(let key):
            message = ""
            return press(key)
        case .items(let items): take(items)
        case .secret(let secret, let owner):
            guard mode == .item, owner.reference == item?.reference else { return [] }
            revealed = secret
            itemTop = 0
        case .code(let code, let owner):
            guard mode == .item, owner.reference == item?.reference else { return [] }
            self.code = code
        case .locked:
            hide()
            (mode, items, shown) = (.locked, [], [])
        case .message(let text): message = text
        case .size(let columns, let rows):
            self.columns = columns
            self.rows = rows
            scroll()
            scrollItem(to: itemTop)
        }
        return []
    }

    private mutating func press(_ key: BrowseKey) -> [BrowseEffect] {
        if key == .control("c") { return [.quit] }
        switch mode {
        case .list: return pressInList(key)
        case .item: return pressInItem(key)
        case .editing(let edit): return press(key, editing: edit)
        case .confirming: return pressInQuestion(key)
        case .locked: return key == .enter ? [.unlock] : key == .escape ? [.quit] : []
        }
    }

    private mutating func pressInList(_ key: BrowseKey) -> [BrowseEffect] {
        switch key {
        case .character(let character): find(filter + String(character))
        case .backspace: find(String(filter.dropLast()))
        case .control("u"): find("")
        case .escape:
            guard !filter.isEmpty else { return [.quit] }
            find("")
        case .up, .control("p"): choose(selected - 1)
        case .down, .control("n"): choose(selected + 1)
        case .pageUp: choose(selected - room)
        case .pageDown: choose(selected + room)
        case .home: choose(0)
        case .end: choose(shown.count - 1)
        case .enter: if item != nil { mode = .item }
        case .control("y"): if let item, item.isPassword { return [.copy(item)] }
        case .control("o"):
            guard let item, OneTimeItem.isOne(item) else { break }
            mode = .item
            return [.showCode(item)]
        default: break
        }
        return []
    }

    private mutating func pressInItem(_ key: BrowseKey) -> [BrowseEffect] {
        guard let item else {
            leaveItem()
            return []
        }
        switch key {
        case .escape, .character("q"), .backspace: leaveItem()
        case .character("d"):
            hide()
            mode = .confirming
        case .up, .down:
            hide()
            choose(selected + (key == .up ? -1 : 1))
        case .pageUp: scrollItem(to: itemTop - itemRoom)
        case .pageDown: scrollItem(to: itemTop + itemRoom)
        case .home: scrollItem(to: 0)
        case .end: scrollItem(to: .max)
        case .character where !item.isPassword: message = "Use 'keychainctl \(item.className)'."
        case .character("r"):
            guard revealed == nil else {
                revealed = nil
                return []
            }
            return [.reveal(item)]
        case .character("c"): return [code == nil ? .copy(item) : .copyCode]
        case .character("o"):
            guard code == nil else {
                hide()
                return []
            }
            guard OneTimeItem.isOne(item) else {
                message = "This item has no one-time codes."
                return []
            }
            return [.showCode(item)]
        case .character("n"):
            hide()
            return [.replaceSecret(item)]
        case .character("e"):
            hide()
            mode = .editing(BrowseEdit(item))
        default: break
        }
        return []
    }

    private mutating func press(_ key: BrowseKey, editing edit: BrowseEdit) -> [BrowseEffect] {
        var edit = edit
        switch key {
        case .character(let character): edit.text.append(character)
        case .backspace: edit.text = String(edit.text.dropLast())
        case .control("u"): edit.text = ""
        case .tab, .down: edit.move(1)
        case .up: edit.move(-1)
        case .escape:
            mode = .item
            return []
        case .enter:
            mode = .item
            let changes = edit.changes
            guard let item, !changes.isEmpty else { return [] }
            return [.change(item, changes)]
        default: break
        }
        mode = .editing(edit)
        return []
    }

    private mutating func pressInQuestion(_ key: BrowseKey) -> [BrowseEffect] {
        mode = .item
        guard key == .character("y") || key == .character("Y"), let item else {
            message = "Nothing was deleted."
            return []
        }
        mode = .list
        return [.delete(item)]
    }

    /// Hides the secret and the code.
    private mutating func hide() {
        revealed = nil
        code = nil
    }

    private mutating func leaveItem() {
        hide()
        itemTop = 0
        mode = .list
    }

    private mutating func find(_ text: String) {
        filter = text
        shown = SearchWords(text).find(in: items)
        choose(0)
    }

    private mutating func choose(_ index: Int) {
        selected = max(min(index, shown.count - 1), 0)
        itemTop = 0
        scroll()
    }

    private mutating func scrollItem(to line: Int) {
        guard itemTop > 0 || line > 0 else { return }
        itemTop = max(min(line, itemLines.count - itemRoom), 0)
    }

    private mutating func scroll() {
        top = min(max(top, selected - room + 1), selected)
    }

    /// Replaces the items; the selected one stays selected if it still exists.
    private mutating func take(_ items: [ListedItem]) {
        let former = item
        if mode == .locked { mode = .list }
        self.items = items
        shown = SearchWords(filter).find(in: items)
        let index = shown.firstIndex { $0.reference == former?.reference }
        choose(index ?? selected)
        // A shown secret or a question must always refer to the selected item.
        guard index == nil || item != former else { return }
        // The next code of a counter is stored as it is shown, and that changes the item.
        revealed = nil
        if index == nil { code = nil }
        if mode != .list, index == nil { mode = .list }
    }
}
