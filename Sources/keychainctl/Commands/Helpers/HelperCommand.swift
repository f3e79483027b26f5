internal import ArgumentParser

/// `keychainctl helper`.
struct HelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "helper",
        abstract: "Keep the secrets of git, docker, pip, cargo and AWS programs.",
        discussion: """
            These commands speak the protocols in which other programs ask for secrets. The \
            programs find them by the names of links that 'keychainctl install-links' makes.
            """,
        subcommands: [
            GitHelperCommand.self, DockerHelperCommand.self, KeyringHelperCommand.self,
            CargoHelperCommand.self, AWSHelperCommand.self,
        ]
    )
}
