internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl set`.
struct SetCommand: StoringCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Store a secret: add an item, or change it.",
        discussion: """
            The secret is prompted for on a terminal; otherwise it is read from standard input, \
            without a newline at its end; --exact keeps it. With --generate, it is random, and \
            only its entropy is printed.

            A name means the item that has it. If there is none, 'api/ci' makes a generic password \
            with service and account, 'api' one with a service alone, and an address such as \
            'https://ann@example.com' or 'ann@example.com' an internet password. What could be \
            several things is refused.

            A generic password is identified by \
            service, account and group; an internet password by server, protocol, port, path, \
            authentication type, security domain, account and group. Beside a name, these options \
            choose the item; other options are new values.

            An item that is synchronized stays so, and a local one stays local; a new one is \
            local, unless --synchronizable is given. A name gets no second item: 'edit' turns \
            synchronization on or off. Where there are two all the same, the option chooses.

            What the item was before is kept for a time: 'keychainctl undo' takes the change back, \
            and 'keychainctl history' shows earlier versions.

            EXAMPLES
              keychainctl set api/ci
              openssl rand -hex 32 | keychainctl set backup --label "Backup key"
              keychainctl set --service tls --account key --exact < key.pem
              keychainctl set https://ann@example.com --generate words
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
        try store { items, new, secret in try items.set(new, secret) }
    }
}
