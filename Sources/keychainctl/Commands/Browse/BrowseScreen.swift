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
        case .item, .confirming: lines = Self.item(state, columns)
        case .editing(let edit): lines = Self.edit(edit)
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
        let rows = visible.map { $0.row.map(Escaping.escaped) }
        let table = Table(header: ListedItem.header, rows: rows).lines(width: columns)
        let find = Line(
            text: "Find: \(Escaping.escaped(state.filter))▏  \(state.shown.count) items"
        )
        return [find]
            + table.enumerated().map { number, text in
                Line(text: text, isEmphasized: number - 1 == state.selected - state.top)
            }
    }

    private static func item(_ state: BrowseState, _ columns: Int) -> [Line] {
        guard let item = state.item else { return [] }
        let values = [("class", item.className)] + item.values
        let width = values.map { $0.0.count }.max() ?? 0
        var lines = values.map { name, value in
            let gap = String(repeating: " ", count: width - name.count + 2)
            return Line(text: name + gap + Escaping.escaped(value))
        }
        guard item.isPassword else { return lines }
        lines.insert(Line(text: ""), at: 0)
        guard let secret = state.revealed else {
            lines.insert(Line(text: "Secret: ••••••••"), at: 0)
            return lines
        }
        // An ordinary copy that is not zeroed, like all text for the terminal.
        let text = SecretOutput.text(secret)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrapped("  " + Escaping.escaped(String($0)), columns) }
        return [Line(text: "Secret:")] + text.map { Line(text: $0) } + lines
    }

    private static func edit(_ edit: BrowseEdit) -> [Line] {
        let width = edit.fields.map(\.name.count).max() ?? 0
        let index = edit.fields.firstIndex { $0.key == edit.field.key }
        return edit.fields.enumerated().map { number, field in
            let name = field.name + String(repeating: " ", count: width - field.name.count + 2)
            guard number == index else { return Line(text: name) }
            return Line(text: name + Escaping.escaped(edit.text) + "▏", isEmphasized: true)
        }
    }

    private static func keys(_ state: BrowseState) -> String {
        switch state.mode {
        case .list: "type to find · ↑↓ choose · ⏎ open · ^Y copy · esc quit"
        case .item where state.item?.isPassword == false: "d delete · esc back"
        case .item:
            "r \(state.revealed == nil ? "reveal" : "hide") · c copy · e edit · n new secret · "
                + "d delete · esc back"
        case .editing: "⏎ save · ⇥ next · esc cancel"
        case .confirming: "Delete this item permanently? y/N"
        }
    }

    private static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for character in text {
            let wide = Table.width(String(character))
            if used + wide > columns, !line.isEmpty {
                lines.append(line)
                line = ""
                used = 0
            }
            line.append(character)
            used += wide
        }
        return lines + [line]
    }

    /// The output for the terminal, in which each line replaces the previous one.
    var text: String {
        let body = lines.map { line in
            (line.isEmphasized ? "\u{1B}[7m\(line.text)\u{1B}[0m" : line.text) + "\u{1B}[K"
        }
        return "\u{1B}[H" + body.joined(separator: "\r\n") + "\u{1B}[J"
    }
}
