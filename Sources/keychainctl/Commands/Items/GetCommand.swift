internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl get`.
struct GetCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a secret.",
        discussion: """
            In a pipe or a file, the output is exactly the stored bytes. On a terminal, control \
            characters are escaped, and a newline is added. If several items match, none is \
            printed (status 65); if none matches, the status is 44.

            EXAMPLES
              keychainctl get --service api --account ci
              API_TOKEN=$(keychainctl get --service api --account ci) ./deploy
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let selection = try selection()
        let found = try Items(keychain: place.open()).only(selection, .data)
        if let secret = found.secret { SecretOutput.write(secret) }
    }
}
