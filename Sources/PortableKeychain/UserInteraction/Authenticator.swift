/// Whoever can ask the user: a terminal, a dialog, a script.
///
/// A program hands one to its keychains (``Keychain/Configuration/authenticator``). Without one,
/// items that ask for their user answer ``KeychainError/Code/authenticationRequired``. Nothing is
/// locked while the user thinks, so take all the time they need.
public protocol Authenticator: Sendable {
    /// Asks the user one question.
    ///
    /// - Parameter question: What to ask for, and why.
    /// - Returns: What the user answered.
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines,
    ///   ``KeychainError/Code/authenticationRequired`` when they cannot be asked after all.
    func answer(_ question: AuthenticationQuestion) throws(KeychainError) -> AuthenticationAnswer
}

/// What a user is asked.
public struct AuthenticationQuestion: Hashable, Sendable {
    /// What is asked for.
    public enum Kind: Hashable, Sendable {
        /// The passcode of the keychain.
        case passcode
        /// Whether the user is there at all: the keychain has no passcode.
        case presence
        /// The password of an item.
        case applicationPassword
        /// A password for a new item; ask twice where nobody sees what is typed.
        case newApplicationPassword
    }

    /// What is asked for.
    public var kind: Kind
    /// Why, in words of the program that wants it; empty when it gave none.
    public var reason: String
    /// The file of the keychain; `nil` for one in memory.
    public var keychain: String?
    /// How many answers to this question were wrong.
    public var failedAttempts: Int
    /// The title of what offers another way, or `nil` for the usual one.
    public var fallbackTitle: String?
    /// The title of what declines, or `nil` for the usual one.
    public var cancelTitle: String?

    /// Makes a question.
    public init(
        _ kind: Kind,
        reason: String = "",
        keychain: String? = nil,
        failedAttempts: Int = 0,
        fallbackTitle: String? = nil,
        cancelTitle: String? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.keychain = keychain
        self.failedAttempts = failedAttempts
        self.fallbackTitle = fallbackTitle
        self.cancelTitle = cancelTitle
    }

    /// The question as a sentence for people.
    public var sentence: String {
        let place = keychain.map { " \($0)" } ?? ""
        return switch kind {
        case .passcode: "Passcode of the keychain\(place)"
        case .presence: "Allow the use of an item of the keychain\(place)?"
        case .applicationPassword: "Password of the item"
        case .newApplicationPassword: "New password for the item"
        }
    }
}

/// What a user answered.
public enum AuthenticationAnswer: Sendable {
    /// What was typed.
    case secret(SecretBytes)
    /// Yes, to a question that asks for no secret.
    case confirmed
}
