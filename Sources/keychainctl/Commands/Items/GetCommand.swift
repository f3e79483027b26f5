internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl get`.
struct GetCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a secret and nothing else.",
        discussion: """
            In a pipe or a file these are exactly the bytes that were stored. On a terminal a \
            newline follows, and control characters are escaped. When several items match, none \
            is printed (status 65); when none matches, the status is 44.

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
