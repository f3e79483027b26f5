internal import SafeText

/// A command of this tool in a sentence for the user, between single quotes.
///
/// Advice is written for the default keychain. This is the one place that adds the keychain that a
/// failure or finding is about.
package struct AdvisedCommand: Equatable {
    /// The words after the name of the tool.
    package let words: [Substring]

    private init(_ text: Substring) { words = text.split(separator: " ") }

    /// The commands in a sentence.
    package static func all(in text: String) -> [AdvisedCommand] {
        places(in: text).map { AdvisedCommand(text[$0]) }
    }

    /// Adds a keychain to the commands in a sentence that work on one.
    ///
    /// - Parameters:
    ///   - keychain: Its name or path, as for `--keychain`; `nil` for the default keychain.
    ///   - text: The sentence.
    /// - Returns: The sentence with `--keychain` in each command that has this option, and that is to
    ///   be run on this machine: on another one, the keychain may have another name.
    package static func naming(_ keychain: String?, in text: String) -> String {
        guard let keychain else { return text }
        var text = text
        for place in places(in: text).reversed() {
            let command = AdvisedCommand(text[place])
            guard command.needsKeychain, !isElsewhere(text[place.upperBound...].dropFirst()) else {
                continue
            }
            text.insert(
                contentsOf: " --keychain \(value(keychain, or: "KEYCHAIN"))",
                at: place.upperBound
            )
        }
        return text
    }

    /// Whether the words after a command say that it is to be run on another machine: "there", or
    /// "on another machine".
    private static func isElsewhere(_ rest: Substring) -> Bool {
        let words = rest.prefix { !",;.:".contains($0) }.split(separator: " ").prefix(4)
        if words.first == "there" { return true }
        guard words.count > 2, words[0] == "on" else { return false }
        return ["a", "an", "another", "that", "the"].contains(words[1])
            && words.dropFirst(2).contains { $0 == "machine" || $0 == "others" }
    }

    /// Whether it works on one keychain, and does not name it.
    private var needsKeychain: Bool {
        let isComplete = words.contains { ["--keychain", "--help", "--all"].contains($0) }
        return !isComplete && Self.worksOnOneKeychain(words.map(String.init))
    }

    /// Whether the option `--keychain` belongs to a command.
    ///
    /// - Parameter words: The names of the command, and the words after them.
    /// - Returns: Whether its names are those of a command with the option.
    package static func worksOnOneKeychain(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        if alone.contains(first) { return true }
        guard let names = families[first], words.count > 1 else { return false }
        return names.contains(words[1])
    }

    /// The commands without subcommands that have the option `--keychain`.
    private static let alone: Set<String> = [
        "accept-older", "add", "backup", "browse", "copy", "delete", "doctor", "edit", "export",
        "get", "history",
        "import", "inject", "list", "lock", "project", "recover", "rename", "restore", "rotate",
        "run",
        "search", "set", "show", "ssh-agent", "status", "undo", "unlock", "verify", "watch",
    ]

    /// The subcommands that have it, by the names of their commands.
    private static let families: [String: Set<String>] = [
        "agent": [],
        "browser": ["forget", "passkeys", "status"],
        "certificate": ["delete", "export", "import", "list", "show", "verify"],
        "credential": ["create", "remove"],
        "fido2": ["enroll", "list", "remove"],
        "helper": ["aws", "browser", "cargo", "docker", "git", "keyring"],
        "identity": ["delete", "export", "import", "list", "show"],
        "key": ["delete", "export", "generate", "import", "list", "ssh"],
        "login-password": ["enroll", "remove", "status", "unlock"],
        "otp": ["add", "code"],
        "passcode": ["change", "remove", "set"],
        "recovery": ["create", "remove", "status"],
        "secret-service": ["expose"],
        "slot": ["list", "remove"],
        "sync": [
            "accept-older", "admit", "approve", "conflicts", "devices", "doctor", "edits",
            "history",
            "invite",
            "invites", "join", "leave", "now", "pause", "publish", "recover", "recovery", "remote",
            "remove",
            "repair", "request", "resume", "rotate", "run", "setup", "status",
        ],
        "tpm": ["enroll", "unlock"],
        "trash": ["empty", "list", "restore"],
    ]

    /// The name of an item in a command, as one word for a shell; `NAME` if that cannot be written.
    package static func name(_ name: String) -> String { value(name, or: "NAME") }

    /// A value in a command, as one word for a shell that means this value and nothing else.
    ///
    /// - Parameters:
    ///   - text: The value, which can come from other programs and machines.
    ///   - placeholder: The word for a person to replace, if the value cannot be written between single
    ///     quotes, is changed when a message is printed, or looks like an option.
    /// - Returns: The word.
    package static func value(_ text: String, or placeholder: String) -> String {
        text.utf8.first == UInt8(ascii: "-") ? placeholder : word(text) ?? placeholder
    }

    /// A text as a word for a shell, in double quotes if it has special characters; `nil` if it cannot be
    /// written.
    package static func word(_ text: String) -> String? {
        let isPlain = ShellWord.isPlain(text, with: "/._-+@:%")
        // A backslash is doubled in messages, and the others mean something to a shell between double
        // quotes: an exclamation mark stands for an earlier line where people type.
        let isOdd = text.unicodeScalars.contains {
            "'\"\\$`!".unicodeScalars.contains($0) || Escaping.isUnsafe($0)
        }
        guard !isOdd else { return nil }
        return isPlain && !text.isEmpty ? text : "\"\(text)\""
    }

    /// The places of commands' words in a sentence.
    private static func places(in text: String) -> [Range<String.Index>] {
        let start = "'keychainctl "
        return text.ranges(of: start).compactMap { range in
            let end = text.unicodeScalars[range.upperBound...].firstIndex(of: "'")
            return end.map { range.upperBound..<$0 }
        }
    }
}
