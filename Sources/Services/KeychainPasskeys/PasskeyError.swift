package import PortableKeychain

/// The error of a ceremony, which says why a site gets no credential.
package struct PasskeyError: Error, Sendable {
    /// The cause.
    package enum Code: Hashable, Sendable, CaseIterable {
        /// The options of the site are malformed, too large, or have values of other types.
        case malformedOptions
        /// The page is of no origin that has passkeys.
        case originNotAllowed
        /// The relying party is not the page's own.
        case relyingPartyMismatch
        /// The site takes none of the algorithms that there are here.
        case noSupportedAlgorithm
        /// The site wants a security key that can be carried around.
        case otherAuthenticator
        /// The keychain has a passkey that the site excludes, and the user said yes.
        case excluded
        /// The keychain has no passkey that fits, and the user said yes.
        case noPasskey
        /// The user declined.
        case declined
        /// There is no way to ask the user.
        case nobodyToAsk
        /// The site requires verification, and the keychain has nothing that a user could prove.
        case notVerifiable
        /// An error of the keychain, such as a locked one.
        case keychain
    }

    /// The cause.
    package let code: Code
    /// The problem and the next step, as a sentence for the user.
    package let reason: String
    /// The error of the keychain; `nil` for any other cause.
    package let underlying: KeychainError?

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
        underlying = nil
    }

    /// Makes an error of one of a keychain: the user's decision is a cause of its own.
    init(_ error: KeychainError) {
        switch error.code {
        case .userCanceled: code = .declined
        case .authenticationRequired: code = .nobodyToAsk
        default: code = .keychain
        }
        reason = error.reason
        underlying = error
    }

    /// Calls a body, whose errors of a keychain become errors of a ceremony.
    static func wrapping<R>(_ body: () throws(KeychainError) -> R) throws(PasskeyError) -> R {
        do throws(KeychainError) { return try body() } catch { throw PasskeyError(error) }
    }
}
