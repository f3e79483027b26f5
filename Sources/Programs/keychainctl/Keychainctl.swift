internal import ArgumentParser
internal import CKeychainPlatform
internal import KeychainAgent
internal import KeychainAgentClient
internal import KeychainctlKit
internal import PortableKeychain

/// The entry point of the command line, and the list of its subcommands; each has one file in
/// `Commands`.
@main struct Keychainctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychainctl",
        abstract: "Store secrets in a keychain and read them.",
        discussion: """
            A keychain is an encrypted file with passwords, tokens and notes. The default \
            keychain is created at its first use. A passcode is optional.

            Secrets are read from standard input or from a prompt, never from the command line, \
            where other programs could read them.

            EXAMPLES
              keychainctl set api/ci                    asks for the secret
              keychainctl get api/ci                    prints it
              keychainctl copy api/ci                   copies it for a short time
              some-program | keychainctl set backup     reads the secret from a pipe
              keychainctl browse                        shows all items in full screen
            """,
        version: SoftwareVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Items",
                subcommands: [
                    AddCommand.self, SetCommand.self, GetCommand.self, CopyCommand.self,
                    ListCommand.self, ShowCommand.self, EditCommand.self, RenameCommand.self,
                    DeleteCommand.self, UndoCommand.self, HistoryCommand.self, TrashCommand.self,
                    SearchCommand.self, BrowseCommand.self, WatchCommand.self,
                    ClearClipboardCommand.self,
                ]
            ),
            CommandGroup(
                name: "Giving secrets to programs",
                subcommands: [
                    RunCommand.self, InjectCommand.self, ProjectCommand.self, OTPCommand.self,
                ]
            ),
            CommandGroup(
                name: "Keys and certificates",
                subcommands: [KeyCommand.self, CertificateCommand.self, IdentityCommand.self]
            ),
            CommandGroup(
                name: "Keychains",
                subcommands: [
                    CreateCommand.self, KeychainsCommand.self, DefaultCommand.self,
                    RemoveKeychainCommand.self, VerifyCommand.self, DoctorCommand.self,
                    AcceptOlderCommand.self,
                ]
            ),
            CommandGroup(
                name: "Moving",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, BackupCommand.self,
                    RestoreCommand.self, SyncCommand.self,
                ]
            ),
            CommandGroup(
                name: "Locking",
                subcommands: [
                    StatusCommand.self, LockCommand.self, UnlockCommand.self,
                    PasscodeCommand.self, RotateCommand.self, SettingsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Ways in",
                subcommands: [
                    SlotCommand.self, RecoveryCommand.self, RecoverCommand.self,
                    LoginPasswordCommand.self, CredentialCommand.self, FIDO2Command.self,
                    TPMCommand.self,
                ]
            ),
            CommandGroup(
                name: "Other programs",
                subcommands: [
                    HelperCommand.self, InstallLinksCommand.self, AgentCommand.self,
                    SSHAgentCommand.self, SecretServiceCommand.self, SessionCommand.self,
                    BrowserCommand.self, ManualCommand.self,
                    CompleteNamesCommand.self,
                ]
            ),
        ]
    )

    static func main() {
        // The agent can name a program only as long as the kernel shows the file of its process.
        AgentKeeper.introduce()
        // Before anything else, so that secrets never end up in a core dump.
        pk_harden_process()
        AgentClient.install()
        do {
            if let other = ProgramName.present {
                Terminal.end(try other.run())
            }
            let words = CommandLine.arguments.dropFirst()
            guard !words.isEmpty else { return FirstSteps.show() }
            guard try !runPlainly(words) else { return }
            if let help = try HelpRequest.read(Array(words)) { return Terminal.help(try help.text) }
            var command = try parsed(Array(words))
            try command.run()
        } catch let error as KeychainError {
            end(Failure(error))
        } catch let failure as Failure {
            end(failure)
        } catch  where exitCode(for: error) == .success {
            // The parser also throws the version and completion scripts as errors.
            Terminal.help(answer(to: Array(CommandLine.arguments.dropFirst()), error))
        } catch let code as ExitCode {
            // Callers of this command use only the status.
            Terminal.end(code.rawValue)
        } catch {
            end(Failure(usage: error))
        }
    }

    /// Runs the commands that other programs start often, if their command line is plain.
    ///
    /// - Parameter words: The words after the name of the program.
    /// - Returns: Whether it was plain; if not, nothing was done.
    /// - Throws: Any error of the command.
    private static func runPlainly(_ words: ArraySlice<String>) throws -> Bool {
        if Array(words) == ["--version"] {
            Terminal.line("\(SoftwareVersion.text)")
            return true
        }
        guard let (command, rest) = plainCommand(words) else { return false }
        return try command.runPlainly(rest)
    }

    /// The command that the first words name, and its own words.
    static func plainCommand(
        _ words: ArraySlice<String>
    ) -> (command: any PlainCommand.Type, rest: ArraySlice<String>)? {
        let rest = words.dropFirst()
        if words.first == "get" { return (GetCommand.self, rest) }
        if words.first == "list" { return (ListCommand.self, rest) }
        guard words.first == "helper" else { return nil }
        return switch rest.first {
        case "git": (GitHelperCommand.self, rest.dropFirst())
        case "docker": (DockerHelperCommand.self, rest.dropFirst())
        case "keyring": (KeyringHelperCommand.self, rest.dropFirst())
        case "cargo": (CargoHelperCommand.self, rest.dropFirst())
        case "aws": (AWSHelperCommand.self, rest.dropFirst())
        case "browser": (BrowserHelperCommand.self, rest.dropFirst())
        default: nil
        }
    }

    /// Parses a whole command line.
    ///
    /// The parser of the command alone reads it with less work than the tree of all commands. Help
    /// and errors come from the tree, which knows the names of the commands above.
    ///
    /// - Parameter words: The words after the name of the program.
    /// - Returns: The command.
    /// - Throws: Any error of the parser of the tree.
    static func parsed(_ words: [String]) throws -> any ParsableCommand {
        var (command, rest): (any ParsableCommand.Type, _) = (Keychainctl.self, words[...])
        while let name = rest.first,
            let next = command.configuration.subcommands
                .first(where: { $0.configuration.commandName == name })
        {
            (command, rest) = (next, rest.dropFirst())
        }
        if command.configuration.subcommands.isEmpty, let parsed = try? command.parse(Array(rest)) {
            return parsed
        }
        return try parseAsRoot(words)
    }

    /// The parser's answer to a request, with the additions to a completion script.
    private static func answer(to words: [String], _ error: any Error) -> String {
        let text = message(for: error)
        let isScript = words.first == "--generate-completion-script"
        guard isScript, let shell = words.dropFirst().first.flatMap(CompleteNamesCommand.Shell.init)
        else { return text + "\n" }
        return CompletionScript(text, for: shell).text
    }

    private static func end(_ failure: Failure) -> Never {
        Terminal.complain(failure.message)
        Terminal.end(failure.status.code)
    }
}

extension Failure {
    /// An error of the argument parser, on one line.
    fileprivate init(usage error: any Error) {
        let words = Array(CommandLine.arguments.dropFirst())
        if let failure = CommandNames.unknown(in: words) {
            self = failure
            return
        }
        let text = Keychainctl.message(for: error).split(separator: "\n").joined(separator: " ")
        let (names, command) = CommandNames.path(words)
        let dash = DashedWord(Array(words.dropFirst(names.count - 1)), command)
        self.init(
            .usage,
            dash?.problem ?? Self.clause(text),
            advice: dash?.advice ?? "see '\(names.joined(separator: " ")) --help'"
        )
    }
}
