internal import AppleVocabulary
internal import PortableKeychain

/// The way in which one request asks the user for proofs, read from the caller's arguments.
///
/// Prompts are closures of the caller, so they are evaluated here, on the caller's thread.
struct Authentication: Sendable {
    private(set) var context: AuthenticationContext?
    private(set) var interaction = UserInteraction.allowed
    private(set) var prompt: String?

    /// The user may be asked, with the proofs that a context holds.
    init(_ context: LAContext? = nil) { self.context = context?.proofs }

    /// Reads the caller's choice.
    init(_ authentication: Keychain.QueryAuthentication) {
        self.init(authentication.authenticationContext)
        switch authentication.userInterface {
        case .allow(let prompt): self.prompt = prompt()
        case .disallow: interaction = .forbidden
        case .skip: interaction = .skip
        }
    }

    /// The same for an addition, which cannot skip items: without permission, the user is not
    /// asked.
    ///
    /// - Parameter prompt: The reason, for the user, to ask for a new password; it replaces the
    ///   present one.
    /// - Returns: The way in which an addition asks the user for proofs.
    func adding(_ prompt: String?) -> Authentication {
        var adding = self
        if interaction == .skip { adding.interaction = .forbidden }
        adding.prompt = prompt ?? self.prompt
        return adding
    }

    /// The same for requests that follow each other: the proofs of one are there for the next.
    func rememberingProofs() -> Authentication {
        var remembering = self
        if context == nil { remembering.context = AuthenticationContext() }
        return remembering
    }
}
