internal import KeychainctlKit

/// Whether logins on this machine hand the password to keychains, as the files of PAM say.
enum PAMSetup: String {
    /// A file of PAM starts the program at logins.
    case on
    /// A profile for 'pam-auth-update' is installed, and not enabled.
    case off
    /// There is neither.
    case absent

    /// The name of the program that PAM starts.
    static let program = "keychain-login"
    private static let profile = "/usr/share/pam-configs/portable-keychain"

    /// Reads the files below a root.
    ///
    /// - Parameter root: The folder to which the paths are relative; empty for that of the system.
    /// - Returns: The state that the files describe.
    static func present(root: String = "") -> Self {
        let folder = root + "/etc/pam.d"
        let isOn = FileFacts.names(in: folder).contains { name in
            let text = FileFacts.kernelText("\(folder)/\(name)") ?? ""
            return text.split(separator: "\n").contains {
                !$0.hasPrefix("#") && $0.contains("pam_exec.so") && $0.contains(program)
            }
        }
        if isOn { return .on }
        return FileFacts.of(root + profile) == nil ? .absent : .off
    }

    /// The problem where logins do not hand it over.
    static let problem = "no login hands it over yet"

    /// The next step, so that logins hand the password over; `nil` if they do.
    var advice: String? {
        switch self {
        case .on: nil
        case .off: "run 'sudo pam-auth-update --enable portable-keychain'"
        case .absent: "add the lines for /etc/pam.d that the guide on locking has"
        }
    }

    /// Tells the user about the problem and the next step, if there is one.
    func sayAdvice() {
        guard let advice else { return }
        Terminal.say("The login password: \(Self.problem); \(advice).")
    }
}
