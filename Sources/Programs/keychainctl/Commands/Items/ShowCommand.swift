internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl show`.
struct ShowCommand: ItemCommand, AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the attributes of an item.",
        discussion: """
            Empty attributes are omitted. Bytes that are not text are shown as 0x and \
            hexadecimal digits. The secret is shown only with --secret. If several items match, \
            they are listed (status 65).

            EXAMPLES
              keychainctl show api/ci
              keychainctl show https://example.com --json
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Also show the secret.") var secret = false
    @OptionGroup var answer: AnswerOptions

    static let takesPasskeys = true

    func run() throws {
        let (summary, revealed) = try found()
        let text = revealed.map(SecretOutput.text)
        if json {
            let more = text.map { [("secret", JSON.string($0))] } ?? []
            Terminal.json(.object(summary.json + more))
        } else {
            Terminal.properties(summary.lines + (text.map { [("secret", $0)] } ?? []))
        }
    }

    /// The item, and its secret if it is to be shown.
    private func found() throws -> (ListedItem, SecretBytes?) {
        if let (name, choice) = try named(named.name, for: .reading) {
            let keychain = try place.choice.openOnce()
            let item = try name.only(in: keychain, choice: choice)
            if secret, item.passkey != nil {
                throw Failure(
                    .usage,
                    "the private key of a passkey is never shown",
                    advice: "omit --secret"
                )
            }
            return (item, secret ? try Items(keychain: keychain).secret(of: item) : nil)
        }
        guard item.className != .passkey else {
            throw Failure(
                .usage,
                "nothing says which passkey is meant",
                advice: "write its site; 'keychainctl list --class passkey' lists them"
            )
        }
        let returning: ReturnOptions = secret ? [.attributes, .data] : .attributes
        let found = try Items(keychain: place.open()).only(try selection(), returning)
        return (ListedItem(found), found.secret)
    }
}
