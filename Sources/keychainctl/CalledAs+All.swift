extension CalledAs {
    /// All names, with what runs under them.
    static let all: [CalledAs] = [
        CalledAs(
            name: "security",
            purpose: "the verbs of macOS's tool of that name",
            run: SecurityTool.main
        )
    ]
}
