internal import ArgumentParser

/// `keychainctl browser`.
struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: "Fill and save passwords in Chromium and Firefox.",
        discussion: """
            The extension KeePassXC-Browser (in the stores of Chrome and Firefox, in Debian \
            webext-keepassxc-browser) fills and saves passwords. 'enable' has it answered from \
            your keychain. It asks before a browser is connected, before a password is filled into \
            another page than it was stored for, and before one is replaced: in a dialog of \
            pinentry. See Documentation/Browser.md.

            EXAMPLES
              keychainctl browser enable
              keychainctl browser status
              keychainctl browser forget Firefox
              keychainctl browser passkeys synchronized
              keychainctl browser disable
            """,
        subcommands: [
            BrowserEnableCommand.self, BrowserDisableCommand.self, BrowserStatusCommand.self,
            BrowserForgetCommand.self, BrowserPasskeysCommand.self,
        ]
    )
}
