internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The last lines of the screen: a message, and the keys that have a use, which the help explains.
struct BrowseKeys {
    /// The lines of the message, which are one at least.
    let message: [String]
    /// The lines of the keys, or a question.
    let lines: [String]

    /// The most lines, so that a small screen has room for something else.
    private static let mostLines = 4

    init(_ state: BrowseState) {
        let parts: [String]
        var separator = " "
        switch state.mode {
        case .confirming: parts = Self.deletion(state).split(separator: " ").map(String.init)
        default:
            parts = Self.parts(state)
            separator = " · "
        }
        let most = max(min(Self.mostLines, state.rows / 3), 1)
        let columns = max(state.columns, 1)
        lines = Array(Self.wrapped(parts, separator, columns).prefix(most))
        let text = Escaping.escaped(state.message.isEmpty ? Self.hint(state) : state.message)
        let words = text.split(separator: " ").map(String.init)
        message = words.isEmpty ? [""] : Array(Self.wrapped(words, " ", columns).prefix(most))
    }

    /// The hint for the current field of a new item.
    private static func hint(_ state: BrowseState) -> String {
        guard case .editing(let edit) = state.mode, edit.item == nil else { return "" }
        switch edit.field.key {
        case .service, .server: return "Fill in the service or the server."
        case .networkProtocol: return "https, ssh, imap, …"
        default: return ""
        }
    }

    private static func parts(_ state: BrowseState) -> [String] {
        switch state.mode {
        case .list: ["type to find", "enter open", "^Y copy", "^N new", "? help", "esc quit"]
        case .item where state.item?.isPassword == false:
            more(state) + ["d delete", "? help", "esc back"]
        case .item: item(state)
        case .editing: ["enter save", "tab next", "F1 help", "esc cancel"]
        case .leaving: ["Save the changes? s save", "d drop", "esc go on"]
        case .choosing:
            ["Secret: t type it"]
                + BrowseState.generated.map { "\($0.key) generate \($0.secret.content)" }
                + ["esc cancel"]
        case .help: more(state) + ["esc back"]
        case .locked: ["enter unlock", "esc quit"]
        case .confirming: []
        }
    }

    private static func item(_ state: BrowseState) -> [String] {
        let reveal = "r \(state.revealed == nil ? "reveal" : "hide")"
        let code = state.item.map(OneTimeItem.isOne) == true ? ["o code"] : []
        return more(state) + code
            + [reveal, "c copy", "e edit", "n new secret", "d delete", "? help", "esc back"]
    }

    private static func deletion(_ state: BrowseState) -> String {
        state.item?.isSynchronized == true
            ? "Delete this item here and on all machines that synchronize it? y/N"
            : state.keepsDeleted ? "Delete this item? y/N" : "Delete this item for good? y/N"
    }

    /// The keys to press for the lines that do not fit.
    ///
    /// Whether they fit depends on the number of these lines too, of which there are at most as many as
    /// are subtracted here.
    private static func more(_ state: BrowseState) -> [String] {
        let least = max(state.rows - 1 - mostLines, 1)
        return state.page.count > least ? ["PgUp/PgDn more"] : []
    }

    /// Parts in as few lines as possible.
    private static func wrapped(
        _ parts: [String],
        _ separator: String,
        _ columns: Int
    ) -> [String] {
        var lines: [String] = []
        for part in parts {
            let longer = lines.last.map { $0 + separator + part }
            if let longer, Table.width(longer) <= columns {
                lines[lines.count - 1] = longer
            } else {
                lines.append(part)
            }
        }
        return lines
    }

    /// The keys by where they are used, for the help and the manual.
    private static let sections: [(name: String, keys: [(key: String, use: String)])] = [
        (
            "In the list",
            [
                ("letters", "find the items that contain all words, or are near them"),
                ("arrows", "choose; also Page Up, Page Down, Home, End"),
                ("Enter", "open the chosen item"),
                ("^N", "make a new item"),
                ("^Y", "copy the secret"),
                ("^O", "show the one-time code"),
                ("^U", "clear the search"),
                ("Esc", "clear the search, then quit"),
            ]
        ),
        (
            "In an item",
            [
                ("r", "reveal or hide the secret"),
                ("c", "copy the secret, or the one-time code that is shown"),
                ("o", "show or hide the one-time code"),
                ("e", "edit the attributes"),
                ("n", "store a new secret, typed or generated"),
                ("d", "delete the item, after a question"),
                ("arrows", "the item above or below"),
                ("Esc", "back to the list"),
            ]
        ),
        (
            "In a form",
            [
                ("Tab", "the next field; also the arrows"),
                ("^U", "clear the field"),
                ("Enter", "save"),
                ("Esc", "leave; changes are asked about"),
            ]
        ),
        ("Everywhere", [("?", "this help; F1 also in a form"), ("^C", "quit")]),
    ]

    /// The help, in lines that fit the screen.
    static func page(_ columns: Int) -> [String] {
        let width = sections.flatMap(\.keys).map(\.key.count).max() ?? 0
        return sections.flatMap { section in
            [section.name]
                + section.keys.flatMap { key, use in
                    let name = key + String(repeating: " ", count: width - key.count)
                    let room = max(columns - width - 4, 1)
                    let lines = wrapped(use.split(separator: " ").map(String.init), " ", room)
                    return lines.enumerated().map { number, line in
                        let start = number == 0 ? name : String(repeating: " ", count: width)
                        return "  \(start)  \(line)"
                    }
                } + [""]
        }
    }
}
