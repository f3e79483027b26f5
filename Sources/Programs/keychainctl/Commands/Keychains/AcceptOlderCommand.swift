internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl accept-older`.
struct AcceptOlderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-older",
        abstract: "Accept a keychain that is older than the one last used here.",
        discussion: """
            Beside the device key, the latest state of each keychain is remembered. An older copy \
            of the file is refused, because somebody may have put it back: deleted items are in it \
            again, and an old passcode opens it. If you have restored it yourself, this command \
            accepts it once and for all. It asks for confirmation; without a terminal, --yes is \
            required.

            'keychainctl restore' merges a backup into the present keychain, and does not need \
            this.

            EXAMPLES
              keychainctl accept-older
              keychainctl accept-older --keychain work --yes
            """
    )

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        do {
            _ = try place.choice.openFile()
            return Terminal.say("The keychain is not older than the one last used here.")
        } catch let error as KeychainError where error.code == .rolledBack {
            // The refusal that the user takes back.
        }
        let path = try Keychain.path(of: place.choice.file, configuration: .tool)
        guard try yes || Terminal.confirm("Accept the older state of \(path)?") else {
            throw Failure(
                .declined,
                "the older keychain was not accepted",
                advice: "run the command again to confirm"
            )
        }
        var configuration = Keychain.Configuration.tool
        configuration.olderFiles = .accepted
        _ = try place.choice.openFile(configuration: configuration)
    }
}
