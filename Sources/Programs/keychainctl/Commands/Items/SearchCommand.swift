internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl search`.
struct SearchCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find items by words in their attributes.",
        discussion: """
            Searches for each word in all attributes (label, service, server, account, comment \
            and the others) and in names such as api/ci, ignoring case, and lists the passwords, keys and certificates that \
            contain all words. Secrets are not searched, nor items that require user authentication. The output has the format of 'list'; \
            the status is 44 if nothing matches.

            EXAMPLES
              keychainctl search github
              keychainctl search example.com alice --json
            """
    )

    @Argument(help: "The words.") var words: [String]
    @OptionGroup var filing: FilingOptions
    @OptionGroup var hidden: VisibilityOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let wanted = SearchWords(words.joined(separator: " "))
        var printer = ItemList.Printer(json: json)
        let guarded = try Items(keychain: place.open()).forEachPart { part in
            printer.add(filing.choice.of(hidden.visibility.of(part)).filter(wanted.match))
        }
        if json || !printer.isEmpty { printer.end(guarded: printer.isEmpty ? 0 : guarded) }
        guard !printer.isEmpty else { throw ItemList.nothingFound(guarded: guarded) }
    }
}
