internal import ArgumentParser

/// `keychainctl helper`.
struct HelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "helper",
        abstract: "Store secrets for git, docker, pip, cargo, AWS programs and browsers.",
        discussion: """
            These commands implement the protocols with which other programs request secrets. \
            The programs find them by links that 'keychainctl install-links' creates.

            EXAMPLES
              keychainctl install-links ~/.local/bin git docker
              keychainctl helper git --help
            """,
        subcommands: [
            GitHelperCommand.self, DockerHelperCommand.self, KeyringHelperCommand.self,
            CargoHelperCommand.self, AWSHelperCommand.self, BrowserHelperCommand.self,
        ]
    )
}
