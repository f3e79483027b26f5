/// The names under which this program stands in for another one, when it is called through a link
/// that `keychainctl install-links` makes.
package enum ProgramName: String, CaseIterable, Sendable {
    case security
    case git = "git-credential-keychain"
    case docker = "docker-credential-keychain"
    case keyring
    case cargo = "cargo-credential-keychain"
    case aws = "aws-credential-keychain"

    /// What the program is for, in a few words.
    package var purpose: String {
        switch self {
        case .security: "the verbs of macOS's tool of that name"
        case .git: "git's credential helper 'keychain'"
        case .docker: "docker's credential helper 'keychain'"
        case .keyring: "the program of Python's keyring, which pip runs"
        case .cargo: "a credential provider of cargo"
        case .aws: "a credential_process of AWS programs"
        }
    }

    /// The program that this process was called as; `nil` for `keychainctl` itself.
    package static let present: ProgramName? = {
        // Not `arguments`, which copies all of them, and some are secrets.
        let path = CommandLine.unsafeArgv[0].map { String(cString: $0) }
        let name = path?.split(separator: "/").last.map(String.init)
        return name.flatMap(ProgramName.init)
    }()

    /// What this process calls itself when it says what is wrong.
    package static var shown: String { present?.rawValue ?? "keychainctl" }
}
