internal import PortableKeychain

/// The other programs that this one can replace, by the name of the link through which it is
/// called.
///
/// `keychainctl install-links` creates the links.
package enum ProgramName: String, CaseIterable, Sendable {
    case security
    case git = "git-credential-keychain"
    case docker = "docker-credential-keychain"
    case keyring
    case cargo = "cargo-credential-keychain"
    case aws = "aws-credential-keychain"
    case browser = "keychain-browser"

    /// The purpose of the program, in a few words.
    package var purpose: String {
        switch self {
        case .security: "the commands of macOS's 'security' tool"
        case .git: "git's credential helper 'keychain'"
        case .docker: "docker's credential helper 'keychain'"
        case .keyring: "the 'keyring' program of Python, which pip runs"
        case .cargo: "a credential provider for cargo"
        case .aws: "a credential_process for AWS programs"
        case .browser: "the program that browsers start: 'keychainctl browser'"
        }
    }

    /// The program that this process was called as; `nil` for `keychainctl` itself.
    package static let present: ProgramName? = {
        // Not `arguments`, which copies all of them: some may be secrets.
        let path = CommandLine.unsafeArgv[0].map { String(cString: $0) }
        let name = path.map { PrivateFile.split($0).name }
        return name.flatMap(ProgramName.init)
    }()

    /// The name of the program's command: in its own help the program's name, in that of
    /// `keychainctl` the ``subcommand``.
    package var commandName: String { Self.present == self ? rawValue : subcommand ?? rawValue }

    /// The command of `keychainctl helper` that does the same; `nil` if there is none.
    package var subcommand: String? {
        switch self {
        case .security: nil
        case .git: "git"
        case .docker: "docker"
        case .keyring: "keyring"
        case .cargo: "cargo"
        case .aws: "aws"
        case .browser: "browser"
        }
    }

    /// Whether the name is that of another program, which brings its own manual page.
    package var isOfAnotherProgram: Bool { self == .keyring }

    /// The name of the program in error messages.
    package static var shown: String { present?.rawValue ?? "keychainctl" }
}
