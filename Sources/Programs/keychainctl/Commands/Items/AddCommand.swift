internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl add`.
struct AddCommand: StoringCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a new item.",
        discussion: """
            The secret is prompted for on a terminal; otherwise it is read from standard input, \
            without a newline at its end; --exact keeps it. With --generate, it is random, and \
            only its entropy is printed. An existing item is not changed \
            (status 45), synchronized or not; 'set' changes it. What a new item of a name is, \
            'set --help --all' says.

            EXAMPLES
              keychainctl add api/ci
              keychainctl add https://me@example.com < password.txt
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup(title: "Proof") var requirements: RequirementOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var source: SecretOptions

    func run() throws {
        try store { target, decision in
            try target.checkIsNew(decision)
        } _: { items, new, secret in
            try items.add(new, secret)
        }
    }
}
