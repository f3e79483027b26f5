internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The content of the screen: lines of escaped text, none wider than the screen.
struct BrowseScreen: Equatable {
    struct Line: Equatable {
        var text: String
        var isEmphasized = false
    }

    let lines: [Line]

    init(_ state: BrowseState) {
        let columns = max(state.columns, 1)
        var lines: [Line]
        switch state.mode {
        case .list: lines = Self.list(state, columns)
        case .item, .confirming: lines = Self.item(state)
        case .editing(let edit): lines = Self.edit(edit, columns)
        case .locked: lines = [Line(text: "The keychain is locked.")]
        }
        // Lines that do not fit are cut above the two lines at the bottom, which show the keys.
        lines = Array(lines.prefix(max(state.rows - 2, 0)))
        while lines.count < state.rows - 2 { lines.append(Line(text: "")) }
        lines.append(Line(text: Escaping.escaped(state.message)))
        lines.append(Line(text: Self.keys(state), isEmphasized: state.mode == .confirming))
        self.lines = lines.suffix(max(state.rows, 1)).map {
            // Whatever was forgotten above is escaped here: nothing else reaches the screen.
            let text = Escaping.visible($0.text).replacing("\n", with: " ")
            return Line(text: Table.fit(text, columns), isEmphasized: $0.isEmphasized)
        }
    }

    private static func list(_ state: BrowseState, _ columns: Int) -> [Line] {
        let visible = state.shown.dropFirst(state.top).prefix(state.room)
        let shown = ListedItem.columns(of: state.shown.map(\.cells))
        let rows = visible.map { item in
            let cells = item.cells
            return shown.map { Escaping.escaped(cells[$0]) }
        }
        let table = Table(header: shown.map { ListedItem.header[$0] }, rows: rows)
            .lines(width: columns)
        let find = Line(
            text: "Find: \(Escaping.escaped(state.filter))▏  " + counted(state.shown.count, "item")
        )
        return [find]
            + table.enumerated().map { number, text in
                Line(text: text, isEmphasized: number - 1 == state.selected - state.top)
            }
    }

    private static func item(_ state: BrowseState) -> [Line] {
        state.itemLines.dropFirst(state.itemTop).prefix(state.itemRoom).map { Line(text: $0) }
    }

    private static func edit(_ edit: BrowseEdit, _ columns: Int) -> [Line] {
        let width = edit.fields.map(\.name.count).max() ?? 0
        return edit.fields.enumerated().map { number, field in
            let name = field.name + String(repeating: " ", count: width - field.name.count + 2)
            let text = Escaping.escaped(field.text)
            guard number == edit.index else { return Line(text: name + text) }
            return Line(text: name + end(of: text, columns - width - 3) + "▏", isEmphasized: true)
        }
    }

    /// The end of a text, where the user types, as wide as the screen allows.
    private static func end(of text: String, _ columns: Int) -> String {
        guard Table.width(text) > columns else { return text }
        var rest = text[...]
        while !rest.isEmpty, Table.width(String(rest)) > columns - 1 { rest = rest.dropFirst() }
        return "…" + rest
    }

    private static func keys(_ state: BrowseState) -> String {
        switch state.mode {
        case .list: "type to find · ↑↓ choose · ⏎ open · ^Y copy · esc quit"
        case .item where state.item?.isPassword == false: "\(more(state))d delete · esc back"
        case .locked: "⏎ unlock · esc quit"
        case .item:
            more(state) + (state.item.map(OneTimeItem.isOne) == true ? "o code · " : "")
                + "r \(state.revealed == nil ? "reveal" : "hide") · c copy · e edit · n new secret · "
                + "d delete · esc back"
        case .editing: "⏎ save · ⇥ next · esc cancel"
        case .confirming where state.item?.isSynchronized == true:
            "Delete this item here and on all machines that synchronize it? y/N"
        case .confirming: "Delete this item permanently? y/N"
        }
    }

    /// What to press for the lines of an item that do not fit.
    private static func more(_ state: BrowseState) -> String {
        state.itemLines.count > state.itemRoom ? "⇞⇟ more · " : ""
    }

    /// The output for the terminal, in which each line replaces the previous one.
    ///
    /// A line is erased before it is written, not after: behind the last column, the cursor of a terminal
    /// without automatic wrapping stands on the last character, which would be erased too.
    var text: String {
        let body = lines.map { line in
            "\u{1B}[K" + (line.isEmphasized ? "\u{1B}[7m\(line.text)\u{1B}[0m" : line.text)
        }
        return "\u{1B}[H" + body.joined(separator: "\r\n")
    }
}
