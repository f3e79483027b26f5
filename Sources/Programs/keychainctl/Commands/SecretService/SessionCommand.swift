internal import ArgumentParser
internal import KeychainLibC
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl session`.
struct SessionCommand: CommandStarter {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Run a command that finds your keychain without a desktop.",
        discussion: """
            Programs such as secret-tool, gh and Python's keyring ask a session bus for \
            org.freedesktop.secrets. Over ssh, in a container or in a job there is often none. \
            This command starts a bus for one command. The bus starts keychaind when a program \
            asks for a secret, and both end with the command, whose status it has.

            While your keychain is locked, programs are refused at once, because nobody could answer \
            a question. Run 'keychainctl unlock' first, or in another terminal.

            EXAMPLES
              keychainctl session -- gh auth login
              keychainctl session -- bash
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The command and its arguments, after '--'.", valueName: "command")
    )
    var command: [String] = []

    func validate() throws {
        try checkCommand()
        // All words are the command's, so the parser knows no options.
        if let first = command.first, first.hasPrefix("-"), first != "--",
            !Self.help.contains(first)
        {
            throw ValidationError("Unknown option '\(first)'")
        }
    }

    private static let help = ["--help", "-h", "--help-hidden"]

    func run() throws {
        guard SecretServiceCommand.isInstalled else { throw SecretServiceCommand.missing }
        hintAtKeychain()
        // A signal that ended this process from here on would leave the bus.
        ForegroundProgram.holdSignals()
        let bus = try TemporaryBus.start(for: .present())
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        let end = ForegroundProgram.run(words)
        bus.end()
        switch end {
        case .status(let status): Terminal.end(status)
        // As a shell says it.
        case .signal(let signal): Terminal.end(128 + signal)
        case .notStarted(let number): throw Failure(starting: words[0], number)
        }
    }

    /// Says before the command starts what its programs do not: which keychain they use, if commands use another one,
    /// and that it is locked.
    private func hintAtKeychain() {
        let choice = KeychainChoice()
        guard let path = try? Keychain.path(of: .standard, configuration: .tool),
            let standard = try? Keychain.Place.argument(of: path)
        else { return }
        var option = ""
        let chosen = try? Keychain.path(of: choice.place, configuration: .tool)
        if let other = choice.name,
            chosen.map({ PrivateFile.resolved($0) }) != PrivateFile.resolved(path)
        {
            option = " --keychain \(AdvisedCommand.value(standard, or: "KEYCHAIN"))"
            // One of the system's agent cannot be the default keychain.
            let isFile = (try? choice.file) != nil
            let word = AdvisedCommand.value(other, or: "KEYCHAIN")
            let change: Shown = isFile ? " To change that: keychainctl default \(word)" : ""
            Terminal.hint(
                "Programs use the keychain '\(standard)', not '\(other)' (PORTABLE_KEYCHAIN).\(change)\n"
            )
        }
        // A keychain that cannot be read is not locked: its programs see why.
        let state = try? KeychainChoice.standard.openFile().lockState
        guard let state, state != .unlocked else { return }
        Terminal.hint(
            "The keychain is locked, so programs are refused until: keychainctl unlock\(option)\n"
        )
    }
}
