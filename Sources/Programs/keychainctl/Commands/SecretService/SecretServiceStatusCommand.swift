internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl secret-service status`.
struct SecretServiceStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which program answers programs of the desktop.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: state (enabled, \
            in part, disabled, or broken if keychaind was removed since), program: the path of \
            keychaind, provider, portal: where programs of Flatpak keep their secrets ('secret \
            service' is the provider), a line 'file' for each file of 'enable' (written, outdated, \
            missing, or other for one that somebody else wrote), exposed: how many items of the \
            default keychain 'expose' shows, and next: the command that changes the state.

            EXAMPLES
              keychainctl secret-service status
            """
    )

    @OptionGroup var answer: AnswerOptions

    func run() throws {
        guard !SecretServiceCommand.isInstalled else {
            try SecretServiceCommand.become(["status"] + (json ? ["--json"] : []))
        }
        let setup = try SecretServiceCommand.setup()
        let status = try SecretServiceStatus(of: setup.desktop, on: setup.bus)
        status.show(.unknown, json: json)
    }
}
