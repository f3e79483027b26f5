extension CalledAs {
    /// All names, with what runs under them.
    static let all: [CalledAs] = [
        CalledAs(
            name: "security",
            purpose: "the verbs of macOS's tool of that name",
            run: SecurityTool.main
        ),
        CalledAs(
            name: "git-credential-keychain",
            purpose: "git's credential helper 'keychain'",
            run: { try GitHelperCommand.runAsProgram() }
        ),
        CalledAs(
            name: "docker-credential-keychain",
            purpose: "docker's credential helper 'keychain'",
            run: { try DockerHelperCommand.runAsProgram() }
        ),
        CalledAs(
            name: "keyring",
            purpose: "the program of Python's keyring, which pip runs",
            run: { try KeyringHelperCommand.runAsProgram() }
        ),
        CalledAs(
            name: "cargo-credential-keychain",
            purpose: "a credential provider of cargo",
            run: { try CargoHelperCommand.runAsProgram() }
        ),
        CalledAs(
            name: "aws-credential-keychain",
            purpose: "a credential_process of AWS programs",
            run: { try AWSHelperCommand.runAsProgram() }
        ),
    ]
}
