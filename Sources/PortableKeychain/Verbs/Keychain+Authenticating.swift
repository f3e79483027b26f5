extension Keychain {
    /// Asks the user for proof before items are needed, so that later requests need not ask.
    ///
    /// - Parameters:
    ///   - constraints: What the items require, such as ``AccessControl/Constraints/userPresence``.
    ///   - context: Takes the proof.
    ///   - reason: Why, for the user.
    /// - Throws: ``KeychainError/Code/userCanceled``, ``KeychainError/Code/authenticationFailed``
    ///   after three wrong answers, ``KeychainError/Code/noPasscode`` when a passcode is asked for
    ///   and none is set, ``KeychainError/Code/authenticationRequired`` when nobody can be asked,
    ///   ``KeychainError/Code/unimplemented`` on a keeper that does not ask its user.
    public func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String = ""
    ) throws(KeychainError) {
        try managed(.authentication).authenticate(constraints, in: context, reason: reason)
    }

    /// Checks that the user has something to prove, and that somebody can ask them.
    ///
    /// - Parameters:
    ///   - constraints: What would be proven.
    ///   - context: Who may be asked, and what was proven.
    /// - Throws: ``KeychainError/Code/noPasscode`` when a passcode is asked for and none is set,
    ///   ``KeychainError/Code/authenticationRequired`` when nobody can be asked,
    ///   ``KeychainError/Code/unimplemented`` on a keeper that does not ask its user.
    public func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        try managed(.authentication).canAuthenticate(constraints, in: context)
    }
}
