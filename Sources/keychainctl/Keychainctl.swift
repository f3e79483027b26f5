internal import ArgumentParser
internal import CPlatform
internal import KeychainctlKit
internal import PortableKeychain

/// The command, and the map of its subcommands: one file in `Commands` for each.
@main struct Keychainctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychainctl",
        abstract: "Keep secrets in a keychain and read them back.",
        discussion: """
            A keychain is one encrypted file with passwords, tokens and notes. There is one by \
            default, made at first use; it needs no passcode, but can have one.

            EXAMPLES
              keychainctl set --service api --account ci        asks for the secret
              keychainctl get --service api --account ci        prints it
              some-program | keychainctl set --service backup   takes it from a pipe
              keychainctl list                                  shows what there is

            Secrets come from standard input or a prompt, never from the command line, where \
            other programs could read them.

            \(ExitStatus.help)
            """,
        version: SoftwareVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Items",
                subcommands: [
                    AddCommand.self, SetCommand.self, GetCommand.self, ListCommand.self,
                    ShowCommand.self, DeleteCommand.self, SearchCommand.self, BrowseCommand.self,
                    WatchCommand.self,
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
                ]
            ),
            CommandGroup(
                name: "Moving",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, BackupCommand.self,
                    RestoreCommand.self,
                ]
            ),
            CommandGroup(
                name: "Locking",
                subcommands: [
                    StatusCommand.self, LockCommand.self, UnlockCommand.self,
                    PasscodeCommand.self,
                ]
            ),
            CommandGroup(
                name: "Other programs",
                subcommands: [
                    HelperCommand.self, InstallLinksCommand.self, SSHAgentCommand.self,
                    ManualCommand.self,
                ]
            ),
        ]
    )

    static func main() {
        // First of all: nothing of what follows may end up in a core dump.
        pk_harden_process()
        do {
            if let other = ProgramName.present {
                let status = try other.run()
                exit(withError: ExitCode(status))
            }
            var command = try parseAsRoot()
            try command.run()
        } catch let error as KeychainError {
            end(Failure(error))
        } catch let failure as Failure {
            end(failure)
        } catch  where exitCode(for: error) == .success {
            // Help, the version and completion scripts come as errors too.
            exit(withError: error)
        } catch let code as ExitCode {
            // A command whose callers look at the status alone.
            exit(withError: code)
        } catch {
            end(Failure(usage: error))
        }
    }

    private static func end(_ failure: Failure) -> Never {
        Terminal.complain(failure.message)
        exit(withError: ExitCode(failure.status.code))
    }
}

extension Failure {
    /// Says an error of the argument parser on one line.
    fileprivate init(usage error: any Error) {
        let names = Keychainctl.configuration.groupedSubcommands.flatMap(\.subcommands)
            .compactMap { $0.configuration.commandName }
        let name = CommandLine.arguments.dropFirst().first.flatMap { names.contains($0) ? $0 : nil }
        let text = Keychainctl.message(for: error).split(separator: "\n").joined(separator: " ")
        self.init(
            .usage,
            Self.clause(text),
            advice: "see 'keychainctl \(name.map { $0 + " " } ?? "")--help'"
        )
    }
}
