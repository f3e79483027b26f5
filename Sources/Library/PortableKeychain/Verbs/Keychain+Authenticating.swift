extension Keychain {
    /// Asks the user for proof before items are needed, so that later requests need not ask.
    ///
    /// - Parameters:
    ///   - constraints: The proofs that the items require, such as
    ///     ``AccessControl/Constraints/userPresence``.
    ///   - context: Takes the proof.
    ///   - reason: The reason, for the user.
    /// - Throws: ``KeychainError/Code/userCanceled``, ``KeychainError/Code/authenticationFailed``
    ///   after three wrong answers, ``KeychainError/Code/noPasscode`` when a passcode is asked for
    ///   and none is set, ``KeychainError/Code/authenticationRequired`` when there is no way to ask
    ///   the user, ``KeychainError/Code/unimplemented`` on a keeper that does not ask its user.
    public func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String = ""
    ) throws(KeychainError) {
        try managed(.authentication).authenticate(constraints, in: context, reason: reason)
    }

    /// Checks that the user has something to prove, and that there is a way to ask them.
    ///
    /// - Parameters:
    ///   - constraints: The proofs that would be asked for.
    ///   - context: The context of the question: whether the user may be asked, and which proofs
    ///     were given.
    /// - Throws: ``KeychainError/Code/noPasscode`` when a passcode is asked for and none is set,
    ///   ``KeychainError/Code/authenticationRequired`` when there is no way to ask the user,
    ///   ``KeychainError/Code/unimplemented`` on a keeper that does not ask its user.
    public func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        try managed(.authentication).canAuthenticate(constraints, in: context)
    }
}
