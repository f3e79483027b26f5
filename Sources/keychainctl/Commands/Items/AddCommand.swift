internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl add`.
struct AddCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a new item.",
        discussion: """
            The secret is prompted for on a terminal; otherwise it is read from standard input, \
            without a newline at its end; --exact keeps it. With --generate, it is random, and \
            only its entropy is printed. An existing item is not changed \
            (status 45), synchronized or not; 'set' changes it.

            EXAMPLES
              keychainctl add --service api --account ci
              keychainctl add --server example.com --protocol https --account me < password.txt
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup(title: "Proof") var requirements: RequirementOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var source: SecretOptions

    func run() throws {
        var new = try newItem()
        try requirements.put(into: &new.attributes)
        let (keychain, entered) = try place.choice.openToStore { _ in try source.secret() }
        try Items(keychain: keychain).add(new, entered.secret)
        if let news = entered.news { Terminal.say(news) }
    }
}
