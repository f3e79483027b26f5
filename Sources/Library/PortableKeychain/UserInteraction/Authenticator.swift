/// Asks the user: on a terminal, in a dialog, or from a script.
///
/// Set one in the configuration of a keychain (``Keychain/Configuration/authenticator``). Without
/// one, reading an item that requires user authentication fails with
/// ``KeychainError/Code/authenticationRequired``. The keychain holds no lock while the user is
/// asked, so an authenticator can take any time. ``TerminalAuthenticator`` asks on the terminal and
/// ``PinentryAuthenticator`` in a dialog; write your own for windows of your program:
///
/// ```swift
/// struct WindowAuthenticator: Authenticator {
///     /// Shows both texts, and returns what the user typed; `nil` if they declined.
///     let show: @Sendable (_ sentence: String, _ reason: String) -> SecretBytes?
///
///     func answer(
///         _ question: AuthenticationQuestion
///     ) throws(KeychainError) -> AuthenticationAnswer {
///         guard let typed = show(question.sentence, question.reason) else {
///             throw KeychainError(.userCanceled)
///         }
///         // Some questions are only confirmed.
///         return question.kind == .presence ? .confirmed : .secret(typed)
///     }
/// }
/// ```
public protocol Authenticator: Sendable {
    /// Asks the user one question.
    ///
    /// - Parameter question: The question and its reason.
    /// - Returns: The user's answer.
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines,
    ///   ``KeychainError/Code/authenticationRequired`` when the user cannot be asked.
    func answer(_ question: AuthenticationQuestion) throws(KeychainError) -> AuthenticationAnswer

    /// Opens the keychain in another way than by its passcode, such as by the touch of a security
    /// key.
    ///
    /// The keychain calls it before it asks for the passcode. The default asks for the touch of a
    /// security key.
    ///
    /// - Parameters:
    ///   - slots: The ways into the keychain (``KeychainAccess/slots()``).
    ///   - question: The question that would be asked.
    /// - Returns: The secret that opens the keychain; `nil` to have the passcode asked for.
    /// - Throws: The same errors as ``answer(_:)``, where the passcode would be no way in either.
    func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof?
}

extension Authenticator {
    /// Asks for the touch of a security key, if the keychain has one, one is connected, and the
    /// program `keychain-fido2` is installed.
    ///
    /// A security key only blinks. So the user is asked to confirm first
    /// (``AuthenticationQuestion/Kind/presence``); the reason of that question says what to touch.
    public func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        try SecurityKeyTouch(self, .question(to: self)).proof(of: slots, for: question)
    }
}

/// A question to the user.
public struct AuthenticationQuestion: Hashable, Sendable {
    /// The kind of a question.
    @nonexhaustive public enum Kind: Hashable, Sendable {
        /// The passcode of the keychain.
        case passcode
        /// A confirmation that the user is present; asked if the keychain has no passcode.
        case presence
        /// The password of an item.
        case applicationPassword
        /// A password for a new item; ask twice if the input is hidden.
        case newApplicationPassword
        /// The PIN of a security key or a chip, which counts wrong ones.
        case pin
    }

    /// The kind of the question.
    public var kind: Kind
    /// The reason that the program gives; empty if it gives none.
    public var reason: String
    /// The file of the keychain; `nil` for one in memory.
    public var keychain: String?
    /// The number of wrong answers to this question so far.
    public var failedAttempts: Int
    /// The title of the button that offers an alternative, or `nil` for the default one.
    public var fallbackTitle: String?
    /// The title of the button that cancels, or `nil` for the default one.
    public var cancelTitle: String?
    /// The subject of the question, which decides about its sentence.
    package var subject = Subject.item

    /// The subject of a question.
    package enum Subject: Hashable, Sendable {
        /// The keychain or an item of it, as the kind says.
        case item
        /// The touch of a security key that opens the keychain.
        case touch
        /// The subject of the reason, which is a whole sentence.
        case reason
        /// Whether the passcode is asked for, after another way in failed for the reason given.
        case otherWay
        /// A keychain that is made.
        case newKeychain
    }

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

    /// The question as a sentence for the user.
    public var sentence: String {
        let place = keychain.map { " '\(Self.name(of: $0))'" } ?? ""
        switch (kind, subject) {
        case (.passcode, _): return "Passcode of the keychain\(place)"
        case (.presence, .touch):
            return "Open the keychain\(place) with a security key? "
                + "Confirm, then touch the security key that blinks."
        case (.presence, .reason): return "Do you allow this?"
        case (.presence, .otherWay): return "Enter the passcode of the keychain\(place) instead?"
        case (.presence, _): return "Allow the use of an item of the keychain\(place)?"
        case (.applicationPassword, _): return "Password of the item"
        case (.newApplicationPassword, .newKeychain): return "Passcode for the new keychain\(place)"
        case (.newApplicationPassword, _): return "New password for the item"
        case (.pin, _): return "PIN of the security key or the TPM for the keychain\(place)"
        }
    }

    /// The name of a keychain by its file, as commands take it.
    ///
    /// Not its label, which any program on the session bus can set without a question.
    private static func name(of path: String) -> String {
        let file = PrivateFile.parts(of: path).last ?? path
        let name = file.hasSuffix(".keychain") ? String(file.dropLast(9)) : file
        return UnsafeCharacters.quotable(name, to: 60).replacing(sign: "'", with: "`")
    }
}

/// The answer of the user.
@nonexhaustive public enum AuthenticationAnswer: Sendable {
    /// The secret that the user entered.
    case secret(SecretBytes)
    /// The confirmation, for ``AuthenticationQuestion/Kind/presence``.
    case confirmed
}
