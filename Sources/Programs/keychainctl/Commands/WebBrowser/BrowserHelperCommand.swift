internal import ArgumentParser
internal import KeychainBrowser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl helper browser`, and `keychain-browser`.
struct BrowserHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.browser.commandName,
        abstract: "Fill and save passwords in browsers.",
        discussion: """
            A browser starts this command for the extension KeePassXC-Browser, after \
            'keychainctl browser enable', and ends it when the extension is closed. The messages \
            on standard input and output are those of that extension.

            EXAMPLES
              keychainctl browser enable
            """
    )

    @Argument(help: "What the browser says about the extension; it is not used.")
    var words: [String] = []
    @OptionGroup var options: HelperOptions

    func order() -> KeychainChoice { options.place.choice }

    static let plainOptions = HelperOptions.plain

    static func order(_ words: PlainWords) -> KeychainChoice? {
        KeychainChoice(name: words["keychain"])
    }

    static func perform(_ order: KeychainChoice) throws {
        try BrowserHost(order).run()
    }
}
