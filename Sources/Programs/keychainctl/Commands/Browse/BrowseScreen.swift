internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The content of the screen: lines of escaped text, none wider than the screen.
struct BrowseScreen: Equatable {
    struct Line: Equatable {
        var text: String
        var isEmphasized = false
    }

    /// A place on the screen, from 0.
    struct Place: Equatable {
        var line: Int
        var column = 0
    }

    let lines: [Line]
    /// The place of the cursor: on the chosen line, because braille displays and speech follow it, or
    /// where text is typed.
    let cursor: Place

    init(_ state: BrowseState) {
        let columns = max(state.columns, 1)
        let rows = max(state.rows, 1)
        var (lines, cursor) = Self.content(state, columns)
        let keys = BrowseKeys(state)
        // Lines that do not fit are cut above those at the bottom, which show the keys.
        let room = max(rows - keys.message.count - keys.lines.count, 0)
        lines = Array(lines.prefix(room))
        while lines.count < room { lines.append(Line(text: "")) }
        lines += keys.message.map { Line(text: $0) }
        lines += keys.lines.map { Line(text: $0, isEmphasized: state.isAsking) }
        if state.isAsking {
            cursor = Place(line: lines.count - 1, column: Table.width(keys.lines.last ?? ""))
        }
        let hidden = max(lines.count - rows, 0)
        self.cursor = Place(
            line: max(min(cursor.line, lines.count - 1) - hidden, 0),
            column: max(min(cursor.column, columns - 1), 0)
        )
        self.lines = lines.dropFirst(hidden).map {
            // Text that was forgotten above is escaped here: nothing unescaped reaches the screen.
            let text = TerminalLetters.shown(Escaping.visible($0.text))
                .replacing(sign: "\n", with: " ")
            return Line(text: Table.fit(text, columns), isEmphasized: $0.isEmphasized)
        }
    }

    private static func content(_ state: BrowseState, _ columns: Int) -> ([Line], Place) {
        switch state.mode {
        case .list: return (list(state, columns), Place(line: chosenLine(state)))
        case .editing(let edit): return form(edit, columns, state.pageRoom)
        case .leaving(let edit, _), .choosing(let edit?):
            return (form(edit, columns, state.pageRoom).0, Place(line: 0))
        case .locked: return ([Line(text: "The keychain is locked.")], Place(line: 0))
        case .item, .confirming, .choosing(nil), .help:
            let page = state.page.dropFirst(state.pageTop).prefix(state.pageRoom)
            return (page.map { Line(text: $0) }, Place(line: 0))
        }
    }

    private static func chosenLine(_ state: BrowseState) -> Int {
        state.item == nil ? 0 : state.selected - state.top + 2
    }

    private static func list(_ state: BrowseState, _ columns: Int) -> [Line] {
        let visible = state.shown.dropFirst(state.top).prefix(state.room)
        let shown = state.found.columns
        let rows = visible.map { item in
            let cells = item.cells
            return shown.map { Escaping.escaped(cells[$0]) }
        }
        let table = Table(header: shown.map { ListedItem.header[$0] }, rows: rows)
            .lines(width: columns)
        let count = state.isSearching ? "…" : counted(state.shown.count, "item")
        let guarded =
            switch state.guarded {
            case 0: ""
            case 1: ", without 1 that requires user authentication"
            default: ", without \(state.guarded) that require user authentication"
            }
        let find = Line(text: "Find: \(Escaping.escaped(state.filter))▏  " + count + guarded)
        return [find]
            + table.enumerated().map { number, text in
                Line(text: text, isEmphasized: number - 1 == state.selected - state.top)
            }
    }

    /// The fields of a form, those around the current one if there is not enough room.
    private static func form(
        _ edit: BrowseEdit,
        _ columns: Int,
        _ room: Int
    ) -> ([Line], Place) {
        let width = edit.fields.map(\.name.count).max() ?? 0
        var cursor = Place(line: 0)
        var lines: [Line] = []
        for (number, field) in edit.fields.enumerated() {
            let name = field.name + String(repeating: " ", count: width - field.name.count + 2)
            let text = Escaping.escaped(field.text)
            guard number == edit.index else {
                lines.append(Line(text: name + text))
                continue
            }
            let end = end(of: text, columns - width - 3)
            cursor = Place(line: number, column: width + 2 + Table.width(end))
            lines.append(Line(text: name + end, isEmphasized: true))
        }
        let top = max(cursor.line - room + 1, 0)
        cursor.line -= top
        return (Array(lines.dropFirst(top)), cursor)
    }

    /// The end of a text, where the user types, as wide as the screen allows.
    private static func end(of text: String, _ columns: Int) -> String {
        guard Table.width(text) > columns else { return text }
        var rest = text[...]
        while !rest.isEmpty, Table.width(String(rest)) > columns - 1 { rest = rest.dropFirst() }
        return Table.more + rest
    }

    /// The output for the terminal, in which each line replaces the previous one.
    var text: String { text(after: nil) }

    /// The output for a terminal that shows another screen: the lines that differ.
    ///
    /// A line is erased before it is written, not after: behind the last column, the cursor of a terminal
    /// without automatic wrapping stands on the last character, which would be erased too.
    ///
    /// - Parameter former: The screen that the terminal shows; `nil` if that is not known.
    /// - Returns: The output.
    func text(after former: BrowseScreen?) -> String {
        var text = ""
        let isKnown = former?.lines.count == lines.count
        for (number, line) in lines.enumerated() where !isKnown || former?.lines[number] != line {
            text += Self.move(to: Place(line: number)) + "\u{1B}[K"
            text += line.isEmphasized ? "\u{1B}[7m\(line.text)\u{1B}[0m" : line.text
        }
        return text + Self.move(to: cursor)
    }

    private static func move(to place: Place) -> String {
        "\u{1B}[\(place.line + 1);\(place.column + 1)H"
    }
}
