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

extension ParsableCommand {
    /// Runs the command as a program of another name, with the words that this process was given.
    ///
    /// - Returns: The exit status.
    /// - Throws: What the command throws.
    static func runAsProgram() throws -> Int32 {
        var command: Self
        do {
            command = try parse(Array(CommandLine.arguments.dropFirst()))
        } catch  where exitCode(for: error) == .success {
            exit(withError: error)
        } catch {
            let text = message(for: error).split(separator: "\n").joined(separator: " ")
            throw Failure(
                .usage,
                Failure.clause(text),
                advice: "see '\(CalledAs.present?.name ?? "keychainctl") --help'"
            )
        }
        try command.run()
        return 0
    }
}
