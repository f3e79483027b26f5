package import PortableKeychain
internal import SafeText

/// A question to the user about a site and an account; a yes counts as user presence in WebAuthn.
package struct PasskeyQuestion: Sendable {
    /// The subject of the question.
    package enum Kind: Sendable {
        /// Whether to make a passkey.
        case register
        /// Whether to make one in place of others of the same account.
        case replace
        /// Whether to tell the site that there is a passkey already.
        case excluded
        /// Whether to sign in; with several accounts, with which one.
        case signIn
        /// Whether to tell the site that there is no passkey for it.
        case missing
    }

    /// The subject of the question.
    package let kind: Kind
    /// The domain of the site.
    package let site: String
    /// The names of the accounts, as strangers chose them: the one that the question is about, or
    /// those to choose from, the newest first; none if there is no passkey.
    package let accounts: [String]

    private static let longestName = 80

    /// The question as a sentence, in which names of others are escaped and short.
    ///
    /// - Parameter account: The account that is asked about; its number in ``accounts``.
    /// - Returns: The sentence.
    package func sentence(about account: Int = 0) -> String {
        let site = Escaping.short(site, to: Self.longestName)
        let name = accounts.indices.contains(account) ? accounts[account] : ""
        let who = name.isEmpty ? "" : " as '\(Escaping.short(name, to: Self.longestName))'"
        let owner = name.isEmpty ? "" : " of '\(Escaping.short(name, to: Self.longestName))'"
        return switch kind {
        case .register: "\(site) wants to make a passkey, with which you sign in\(who)."
        case .replace:
            "\(site) wants to make a passkey in place of the one\(owner) that you have. "
                + "The old one is deleted."
        case .excluded:
            "\(site) asks whether you have a passkey for it. You have the one\(owner); "
                + "if you say yes, the site learns that."
        case .signIn: "\(site) asks you to sign in\(who) with a passkey."
        case .missing:
            "\(site) asks for a passkey, and you have none that fits; if you say yes, the site "
                + "learns that."
        }
    }
}

/// Asks the user about sites and accounts.
package protocol PasskeyAsker: Sendable {
    /// Asks one question, and returns when the user said yes.
    ///
    /// - Parameter question: The question.
    /// - Returns: The number of the account in ``PasskeyQuestion/accounts``; 0 if there are not several.
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines,
    ///   ``KeychainError/Code/authenticationRequired`` when there is no way to ask the user.
    func account(for question: PasskeyQuestion) throws(KeychainError) -> Int
}

/// Asks through an ordinary authenticator, account by account.
package struct AuthenticatorAsker: PasskeyAsker {
    private let authenticator: any Authenticator
    private let keychain: String?

    /// Makes an asker.
    ///
    /// - Parameters:
    ///   - authenticator: Asks the questions, which are of the kind ``AuthenticationQuestion/Kind/presence``.
    ///   - keychain: The file of the keychain, for the questions; `nil` for one in memory.
    package init(_ authenticator: any Authenticator, keychain: String?) {
        self.authenticator = authenticator
        self.keychain = keychain
    }

    /// Asks about each account until the user says yes to one.
    package func account(for question: PasskeyQuestion) throws(KeychainError) -> Int {
        let last = max(question.accounts.count - 1, 0)
        for account in 0...last {
            var asked = AuthenticationQuestion(
                .presence,
                reason: question.sentence(about: account),
                keychain: keychain
            )
            asked.subject = .reason
            do throws(KeychainError) {
                guard case .confirmed = try authenticator.answer(asked) else {
                    throw KeychainError(.authenticationFailed)
                }
                return account
            } catch  where error.code == .userCanceled && account < last {
                continue
            }
        }
        throw KeychainError(.userCanceled)
    }
}
