/// Names that other tools give to commands of this one.
struct OtherToolWord {
    let word: String
    let command: String
    /// The action of the command, as a text that follows "which".
    let purpose: String

    private init(_ word: String, _ command: String, _ purpose: String) {
        (self.word, self.command, self.purpose) = (word, command, purpose)
    }

    /// The words of shells, pass and other password managers.
    static let all: [OtherToolWord] =
        ["rm", "remove", "del", "unset"].map { OtherToolWord($0, "delete", "deletes items") }
        + ["ls", "items"].map { OtherToolWord($0, "list", "lists items") }
        + ["cp", "clip", "yank"].map {
            OtherToolWord($0, "copy", "copies a secret to the clipboard")
        }
        + [OtherToolWord("mv", "rename", "gives an item another name")]
        + ["find", "grep"].map { OtherToolWord($0, "search", "finds items by words") }
        + ["insert", "put", "store", "save", "update"].map {
            OtherToolWord($0, "set", "stores a secret")
        }
        + [OtherToolWord("new", "add", "adds an item")]
        + ["cat", "print", "read"].map { OtherToolWord($0, "get", "prints a secret") }
        + ["generate", "pwgen"].map {
            OtherToolWord($0, "set NAME --generate", "stores a random secret")
        }
        + [OtherToolWord("info", "show", "shows the attributes of an item")]
        + ["code", "totp"].map { OtherToolWord($0, "otp", "prints a one-time code") }
        + [OtherToolWord("init", "create", "creates a keychain")]
        + ["ui", "open"].map { OtherToolWord($0, "browse", "shows a keychain in full screen") }
        + ["password", "passwd"].map {
            OtherToolWord($0, "passcode", "sets and changes the passcode of a keychain")
        }

    static func named(_ word: String) -> OtherToolWord? { all.first { $0.word == word } }

    var advice: String { "use 'keychainctl \(command)', which \(purpose)" }
}
