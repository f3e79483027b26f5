internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl secret-service`.
struct SecretServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret-service",
        abstract: "Let programs of the desktop use your keychain.",
        discussion: """
            Browsers, mail programs, git and others ask the session bus for \
            org.freedesktop.secrets. 'enable' has the program keychaind answer them from your \
            keychain, in place of gnome-keyring or KWallet, and takes over what these hold. Their \
            keyrings are not changed, and 'disable' puts them back in place.

            EXAMPLES
              keychainctl secret-service enable
              keychainctl secret-service status
              keychainctl secret-service expose api/ci --attribute service=api
              keychainctl secret-service disable
            """,
        subcommands: [
            SecretServiceEnableCommand.self, SecretServiceDisableCommand.self,
            SecretServiceStatusCommand.self, SecretServiceExposeCommand.self,
        ]
    )

    /// The program that speaks to the bus, so that this one links no library for it.
    private static var program: HelperProgram? { .beside(SecretServiceSetup.program) }
    static var isInstalled: Bool { program != nil }

    /// The set-up of the desktop, for the commands that work without that program.
    ///
    /// - Throws: ``Failure`` if the path of this program is not known.
    static func setup() throws(Failure) -> SecretServiceSetup {
        SecretServiceSetup(desktop: try .present(), manager: .systemd, bus: .session)
    }

    /// Replaces this process by that program.
    ///
    /// - Parameter words: The arguments of the program.
    /// - Throws: ``Failure`` if it is not installed.
    static func become(_ words: [String]) throws(Failure) -> Never {
        guard let program else { throw missing }
        try CommandVariables().execute([program.path, "--setup"] + words)
    }

    /// Runs that program, and waits for what it prints.
    ///
    /// - Parameter words: The arguments of the program.
    /// - Returns: Its output and its status.
    /// - Throws: ``Failure`` if it is not installed, or gives no answer in time.
    static func ask(_ words: [String]) throws(Failure) -> ChildProgram.Answer {
        guard let program else { throw missing }
        // The bus starts the other program first, and that may be slow.
        let limits = ChildProgram.Limits(output: 1 << 16, seconds: 120)
        do throws(ChildProgram.Failure) {
            return try ChildProgram([program.path, "--setup"] + words).run(limits: limits)
        } catch {
            throw Failure(.unfit, "keychaind gives no answer", advice: "try again")
        }
    }

    /// The failure for a missing program.
    static var missing: Failure {
        Failure(
            .unfit,
            "the program keychaind is not installed",
            advice: "install the package keychaind, or the program beside keychainctl"
        )
    }
}
