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
    ]
}
