internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl show`.
struct ShowCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the attributes of an item.",
        discussion: """
            Empty attributes are omitted. Bytes that are not text are shown as 0x and \
            hexadecimal digits. The secret is shown only with --secret. If several items match, \
            they are listed (status 65).

            EXAMPLES
              keychainctl show --service api --account ci
              keychainctl show --server example.com --json
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Also show the secret.") var secret = false
    @Flag(help: "Print a JSON object.") var json = false

    func run() throws {
        let returning: ReturnOptions = secret ? [.attributes, .data] : .attributes
        let selection = try selection()
        let found = try Items(keychain: place.open()).only(selection, returning)
        let summary = ListedItem(found)
        let text = found.secret.map(SecretOutput.text)
        if json {
            let more = text.map { [("secret", JSON.string($0))] } ?? []
            Terminal.json(.object(summary.json + more))
        } else {
            Terminal.properties(summary.lines + (text.map { [("secret", $0)] } ?? []))
        }
    }
}
