internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainEssentials

/// `keychainctl helper git`, and `git-credential-keychain`.
struct GitHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.git.commandName,
        abstract: "Store passwords and tokens for git.",
        discussion: """
            git runs this command after it is configured as shown below, and describes the \
            credential on standard input (git-credential(1)). Credentials are stored as internet \
            passwords, with the same attributes as in macOS's git-credential-osxkeychain.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              git config --global credential.helper keychain
              git config --global credential.helper 'keychain --keychain work'
            """
    )

    @Argument(
        help: "The operation: get, store, erase or capability; others are ignored."
    )
    var operation: String
    @OptionGroup var options: HelperOptions

    func order() -> HelperOrder { HelperOrder(operation, options) }

    static let plainOptions = HelperOptions.plain

    static func order(_ words: PlainWords) -> HelperOrder? { HelperOrder(words) }

    static func perform(_ order: HelperOrder) throws {
        let now = Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
        let helper = GitHelper(HelperKeychain(order.place), now: Int64(now.timeIntervalSince1970))
        switch order.operation {
        case "get":
            if let lines = try helper.get(GitRequest(LineReader())) { SecretOutput.write(lines) }
        case "store": try helper.store(GitRequest(LineReader()))
        case "erase": try helper.erase(GitRequest(LineReader()))
        case "capability":
            Terminal.line("version 0")
            for name in GitRequest.capabilities { Terminal.line("capability \(name)") }
        default: break
        }
    }
}
