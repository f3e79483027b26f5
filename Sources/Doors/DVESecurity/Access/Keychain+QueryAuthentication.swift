public import AppleVocabulary

extension Keychain {
    /// The way in which a search or a change asks the user for proofs.
    public struct QueryAuthentication {
        /// Authentication by the user in advance; `nil` for nothing.
        public var authenticationContext: LAContext?
        /// Whether the user may be asked.
        public var userInterface: AuthenticationUI

        /// No proof was given beforehand, and the user may be asked.
        public static var `default`: Self { Self() }

        /// Creates a way.
        ///
        /// - Parameters:
        ///   - authenticationContext: Authentication by the user in advance.
        ///   - userInterface: Whether the user may be asked.
        public init(
            authenticationContext: LAContext? = nil,
            userInterface: AuthenticationUI = .default
        ) {
            self.authenticationContext = authenticationContext
            self.userInterface = userInterface
        }
    }

    /// Whether the user may be asked for items that need them.
    public enum AuthenticationUI {
        /// The user may be asked, and why.
        case allow(prompt: @autoclosure () -> String? = nil)
        /// The user may not be asked: items that need them fail with `errSecInteractionNotAllowed`.
        case disallow
        /// The user may not be asked: searches leave out the items that need them.
        case skip

        /// The user may be asked, for no stated reason.
        public static var `default`: Self { .allow() }
    }
}
