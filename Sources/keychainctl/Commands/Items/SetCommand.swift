internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl set`.
struct SetCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Keep a secret: add its item, or change the one there is.",
        discussion: """
            The secret is asked for on a terminal, or is all of standard input, without a newline \
            at its end. Service, account and group tell generic passwords apart; server, protocol, \
            port, path, authentication type, security domain, account and group tell internet \
            passwords apart. Other options given here change the item too.

            EXAMPLES
              keychainctl set --service api --account ci
              openssl rand -hex 32 | keychainctl set --service backup --label "Backup key"
              keychainctl set --service tls --account key --exact < key.pem
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup(title: "Proof") var requirements: RequirementOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Keep a newline at the end of standard input, or an empty secret.")
    var exact = false

    func run() throws {
        var new = try newItem()
        try requirements.put(into: &new.attributes)
        let keychain = try place.openToStore()
        try Items(keychain: keychain).set(new, SecretInput.secret(isExact: exact))
    }
}
