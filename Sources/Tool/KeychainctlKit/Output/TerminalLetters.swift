internal import SafeText

/// The letters that the terminals of this user show, as the locale says.
package enum TerminalLetters {
    /// Whether only ASCII may be written to a terminal.
    package static let areASCII = areASCII(Terminal.variable)

    /// Whether variables of the environment say that a terminal has only ASCII.
    ///
    /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set counts (POSIX, XBD 8.2): "C" and
    /// "POSIX" have only ASCII, and so has here any other set of characters than UTF-8. Without all
    /// three, the terminal is expected to have UTF-8.
    ///
    /// - Parameter variable: Returns a variable; empty if it is not set.
    /// - Returns: Whether there is only ASCII.
    static func areASCII(_ variable: (String) -> String) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.map(variable).first(where: { !$0.isEmpty }) else {
            return false
        }
        guard !["C", "POSIX"].contains(locale) else { return true }
        let parts = locale.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let set = parts[1].prefix { $0 != "@" }.lowercased().filter { $0 != "-" && $0 != "_" }
        return set != "utf8"
    }

    /// A text in the letters of the terminal; it is escaped already.
    package static func shown(_ text: String) -> String {
        areASCII ? Escaping.ascii(text) : text
    }
}
