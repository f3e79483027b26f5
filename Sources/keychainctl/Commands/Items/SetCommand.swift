internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl set`.
struct SetCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Store a secret: add an item, or update it if it exists.",
        discussion: """
            The secret is prompted for on a terminal; otherwise it is read from standard input, \
            without a newline at its end; --exact keeps it. With --generate, it is random, and \
            only its entropy is printed. A generic password is identified by \
            service, account and group; an internet password by server, protocol, port, path, \
            authentication type, security domain, account and group. Other options also update \
            the item.

            EXAMPLES
              keychainctl set --service api --account ci
              openssl rand -hex 32 | keychainctl set --service backup --label "Backup key"
              keychainctl set --service tls --account key --exact < key.pem
              keychainctl set --server example.com --account ann --generate words
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
        let keychain = try place.openToStore()
        let (secret, news) = try source.secret()
        try Items(keychain: keychain).set(new, secret)
        if let news { Terminal.say(news) }
    }
}
