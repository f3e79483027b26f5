internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl get`.
struct GetCommand: ParsableCommand {
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

    @OptionGroup var item: ItemOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let selection = try item.selection()
        let found = try Items(keychain: place.open()).only(selection, .data)
        if let secret = found.secret { SecretOutput.write(secret) }
    }
}
