internal import ForeignCrypto
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The text about one item: its secret, then its attributes, in lines that fit the screen.
struct BrowseItemText {
    let lines: [String]

    init(_ state: BrowseState) {
        guard let item = state.item else {
            lines = []
            return
        }
        let columns = max(state.columns, 1)
        let values = [("class", item.className)] + item.values
        let width = values.map { $0.0.count }.max() ?? 0
        let attributes = values.flatMap { name, value in
            let gap = String(repeating: " ", count: width - name.count + 2)
            return Self.wrapped(name + gap + Escaping.escaped(value), columns)
        }
        guard item.isPassword else {
            lines = attributes
            return
        }
        let code = state.code.map(Self.code) ?? []
        guard let secret = state.revealed else {
            lines = ["Secret: ••••••••"] + code + [""] + attributes
            return
        }
        // An ordinary copy that is not zeroed, like all text for the terminal.
        let text = SecretOutput.text(secret)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.wrapped("  " + Escaping.escaped(String($0)), columns) }
        lines = ["Secret:"] + text + code + [""] + attributes
    }

    private static func code(_ code: OneTimeKey.Code) -> [String] {
        let time = code.secondsLeft.map { "  (\(counted($0, "second")) left)" } ?? ""
        return ["Code:   " + SecretOutput.text(code.text) + time]
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
}
