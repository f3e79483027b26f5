internal import ArgumentParser
internal import ForeignCrypto
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl browser enable`.
struct BrowserEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Connect the browsers' extension to your keychain.",
        discussion: """
            Writes the file by which each browser finds this program, in place of KeePassXC's if \
            that is there, which is kept beside it. KeePassXC writes its file at each start: switch \
            its browser integration off, or run this again. Browsers of Snap and Flatpak cannot \
            start programs.

            It says what it did, and can be run again at any time.

            EXAMPLES
              keychainctl browser enable
              keychainctl browser enable firefox
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The browsers. Default: those that you have started before.",
            valueName: WebBrowser.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var browsers: [WebBrowser] = []
    @Option(
        help: .rare("Another extension that may use the program. Repeatable.", valueName: "id")
    )
    var `extension`: [String] = []

    func run() throws {
        guard MessageBox.isPresent else {
            throw Failure(
                .unfit,
                "libsodium is not installed, with which browsers encrypt their messages",
                advice: "install the package libsodium23 (Fedora: libsodium)"
            )
        }
        try BrowserSetup.present(extensions: `extension`).enable(browsers)
    }
}

extension WebBrowser: ExpressibleByArgument {}
