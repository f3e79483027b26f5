internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl secret-service status`.
struct SecretServiceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which program answers programs of the desktop.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: state (enabled, \
            in part, disabled), provider, a line 'file' for each file of 'enable' (written, \
            outdated, missing, or other for one that somebody else wrote), exposed: how many \
            items of the default keychain 'expose' shows, and next: the command that changes \
            the state.
            """
    )

    @Flag(help: "Print a JSON object.") var json = false

    func run() throws {
        try SecretServiceCommand.become(["status"] + (json ? ["--json"] : []))
    }
}
