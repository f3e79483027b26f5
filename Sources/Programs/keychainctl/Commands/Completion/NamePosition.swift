internal import ArgumentParser
internal import KeychainctlKit

/// A place in a command line where the name of an item is typed.
struct NamePosition {
    /// The text before the name in its word: the variable of a reference.
    let head: String
    /// The beginning of the name.
    let typed: String
    /// Whether no option can follow, so that a name may begin with a dash.
    let isAfterOptions: Bool
    /// The keychain that the command line names.
    let keychain: String?
    /// The items that can be meant.
    let source: NameCompletion.Source

    /// The commands whose first argument is the name of an item.
    static let commands: [any ParsableCommand.Type] = [
        AddCommand.self, SetCommand.self, GetCommand.self, CopyCommand.self, ListCommand.self,
        ShowCommand.self, EditCommand.self, RenameCommand.self, DeleteCommand.self,
        SearchCommand.self, WatchCommand.self, OTPCodeCommand.self, SecretServiceExposeCommand.self,
    ]

    /// The commands whose first argument is the name of a deleted item.
    static let bringingBack: [any ParsableCommand.Type] = [
        TrashRestoreCommand.self, TrashEmptyCommand.self,
    ]
    /// Those whose first argument is the name of an item that exists or is deleted.
    static let lookingBack: [any ParsableCommand.Type] = [
        HistoryCommand.self, SyncHistoryCommand.self,
    ]

    /// The options whose values are `NAME=reference`.
    private static let references = ["env", "file"]
    private static let referring: [any ParsableCommand.Type] = [
        RunCommand.self, ProjectCommand.self,
    ]

    /// Looks at a command line; `nil` if no name of an item is typed there.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the tool, before the one that is typed.
    ///   - typed: The beginning of the word.
    init?(words: ArraySlice<String>, typed: String) {
        var (names, command) = CommandNames.path(Array(words))
        if let standard = command.configuration.defaultSubcommand { command = standard }
        guard command.configuration.subcommands.isEmpty,
            let arguments = try? ToolDescription.arguments(of: command)
        else { return nil }
        var rest = words.dropFirst(names.count - 1)
        names = []
        var (operands, ends) = (0, false)
        var (keychain, value) = (String?.none, String?.none)
        while let word = rest.popFirst() {
            guard !ends, word.hasPrefix("-"), word.count > 1 else {
                operands += 1
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let option = arguments.first { argument in
                argument.kind == .option && (argument.names ?? []).contains { $0.text == parts[0] }
            }
            ends = word == "--"
            guard let option else { continue }
            guard parts.count == 2 || !rest.isEmpty else {
                value = option.longName
                break
            }
            let given = parts.count == 2 ? parts[1] : rest.popFirst()
            if option.longName == "keychain" { keychain = given }
        }
        func isOne(of list: [any ParsableCommand.Type]) -> Bool {
            list.contains { ObjectIdentifier($0) == ObjectIdentifier(command) }
        }
        if let value {
            guard isOne(of: Self.referring), Self.references.contains(value),
                let mark = typed.firstIndex(of: "=")
            else { return nil }
            head = String(typed[...mark])
        } else {
            guard isOne(of: Self.commands + Self.bringingBack + Self.lookingBack),
                operands == 0 || command == SearchCommand.self,
                ends || !typed.hasPrefix("-")
            else { return nil }
            head = ""
        }
        source =
            isOne(of: Self.bringingBack)
            ? .deleted : isOne(of: Self.lookingBack) ? .both : .present
        self.typed = String(typed.dropFirst(head.count))
        (isAfterOptions, self.keychain) = (ends || !head.isEmpty, keychain)
    }

    /// The words that complete it.
    var candidates: [String] {
        NameCompletion.names(in: KeychainChoice(name: keychain), beginningWith: typed, of: source)
            .filter { isAfterOptions || !$0.hasPrefix("-") }
            // A reference reads '%' and ':' itself.
            .filter { head.isEmpty || !$0.contains { "%:".contains($0) } }
            .map { head + $0 }
    }
}

extension ToolDescription.Argument {
    /// The name of an option without dashes; the longest one.
    fileprivate var longName: String? { names?.map(\.name).max { $0.count < $1.count } }
}
