internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `keychainctl helper git`, and `git-credential-keychain`.
struct GitHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "git",
        abstract: "Keep the passwords and tokens of git.",
        discussion: """
            git runs this itself once it is told to, and says on standard input which credential \
            it means (git-credential(1)). They are kept as internet passwords, under the same \
            attributes as with macOS's git-credential-osxkeychain.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              git config --global credential.helper keychain
              git config --global credential.helper 'keychain --keychain work'
            """
    )

    @Argument(
        help: "What git wants: get, store, erase or capability; other operations are ignored."
    )
    var operation: String
    @OptionGroup var options: HelperOptions

    func run() throws {
        let now = Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
        let helper = GitHelper(options.keychain, now: Int64(now.timeIntervalSince1970))
        switch operation {
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
