internal import AppleVocabulary
internal import PortableKeychain

/// How one request has the user prove something, read from what the caller said.
///
/// Prompts are closures of the caller, so they are evaluated here, on the caller's thread.
struct Authentication: Sendable {
    private(set) var context: AuthenticationContext?
    private(set) var interaction = UserInteraction.allowed
    private(set) var prompt: String?

    /// The user may be asked, with what a context holds.
    init(_ context: LAContext? = nil) { self.context = context?.proofs }

    /// As a caller wants it.
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
    /// - Parameter prompt: Why the user is asked for a new password; wins when given.
    /// - Returns: How an addition has the user prove something.
    func adding(_ prompt: String?) -> Authentication {
        var adding = self
        if interaction == .skip { adding.interaction = .forbidden }
        adding.prompt = prompt ?? self.prompt
        return adding
    }

    /// The same for requests that follow each other: what one asks for, the next has.
    func rememberingProofs() -> Authentication {
        var remembering = self
        if context == nil { remembering.context = AuthenticationContext() }
        return remembering
    }
}
