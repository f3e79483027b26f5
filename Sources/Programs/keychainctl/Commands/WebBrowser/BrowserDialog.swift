internal import KeychainBrowser
internal import KeychainLibC
internal import PortableKeychain

/// Asks about a browser in dialogs, or on the terminal from which the browser was started, as
/// `PORTABLE_KEYCHAIN_AUTHENTICATOR` says.
struct BrowserDialog: BrowserAsker {
    private let pinentry = PinentryAuthenticator.ofDesktop()

    /// The authenticator for passcodes; `nil` for that of the environment.
    var authenticator: (any Authenticator)? { pinentry }

    func answer(to question: BrowserQuestion) throws(KeychainError) -> BrowserConsent {
        guard let pinentry else { return try answerOnTerminal(question) }
        do throws(KeychainError) {
            let isYes = try pinentry.choose(
                question.text,
                yes: question.yes,
                no: question.other,
                cancel: "Not now",
                isWanted: { Self.isBrowserThere }
            )
            return isYes ? .yes : .other
        } catch  where error.code == .userCanceled {
            return .no
        }
    }

    /// Asks on the terminal, where the environment says so.
    private func answerOnTerminal(
        _ question: BrowserQuestion
    ) throws(KeychainError) -> BrowserConsent {
        guard let authenticator = Keychain.Configuration.fromEnvironment().authenticator else {
            throw KeychainError(.authenticationRequired)
        }
        do throws(KeychainError) {
            var asked = AuthenticationQuestion(.presence, reason: question.text)
            asked.subject = .reason
            _ = try authenticator.answer(asked)
            return .yes
        } catch  where error.code == .userCanceled {
            return .no
        }
    }

    /// Whether the browser still has its end of standard input.
    private static var isBrowserThere: Bool {
        var request = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return poll(&request, 1, 0) <= 0
    }
}
