internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync remote`.
struct SyncRemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Use another address of the same remote, or another password or certificate.",
        discussion: """
            For a repository or cluster that moved, and for a new password or certificate of etcd. \
            Nothing changes unless the remote answers and has the vault of this keychain.

            EXAMPLES
              keychainctl sync remote git@new.example.com:me/keys.git
              keychainctl sync remote etcds://etcd1.example:2379/keys --user me --ca ca.pem
            """
    )

    @Argument(help: ArgumentHelp(NewMemberOptions.remoteHelp))
    var remote: String
    @OptionGroup var etcd: EtcdOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        var source = try PasscodeSource("password", readsInput: etcd.asksForPassword)
        let settings = try etcd.settings(remote, sync.keychain, from: &source)
        let engine = try sync.engine(settings)
        try sync.asking(engine, again: .unchanged(nil)) { vault throws(SyncProblem) in
            do throws(SyncProblem) { try await vault.move(to: settings, on: engine) } catch {
                if case .remoteIsEmpty = error { throw .notCopied }
                throw error
            }
        }
    }
}
