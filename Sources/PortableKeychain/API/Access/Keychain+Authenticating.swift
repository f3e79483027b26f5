extension Keychain {
    /// The same keychain, whose requests carry what a user proved.
    ///
    /// - Parameter context: The proofs, which requests use and add to.
    /// - Returns: A keychain on the same items.
    public func authenticating(with context: AuthenticationContext) -> Keychain {
        var keychain = self
        // The newest context takes the place of an older one; a chain of them would hide the vault.
        let keeper = (keeper as? AuthenticatedKeeper)?.keeper ?? keeper
        keychain.keeper = AuthenticatedKeeper(keeper: keeper, context: context)
        return keychain
    }

    /// Asks the user for proof before items are needed, so that later requests need not ask.
    ///
    /// - Parameters:
    ///   - constraints: What the items ask for, such as ``AccessControl/Constraints/userPresence``.
    ///   - context: Takes the proof.
    ///   - reason: Why, for the user.
    /// - Throws: ``KeychainError/Code/userCanceled``, ``KeychainError/Code/authenticationFailed``
    ///   after three wrong answers, ``KeychainError/Code/noPasscode`` when a passcode is asked for
    ///   and none is set, ``KeychainError/Code/interactionNotAllowed`` when nobody can be asked.
    public func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String = ""
    ) throws(KeychainError) {
        try canAuthenticate(constraints, in: context)
        guard let local = localKeeper else { return }
        var request = ItemRequest(.copyMatching, authentication: context)
        request.prompt = reason.isEmpty ? nil : reason
        for need in Envelope.Needs(constraints).each
        where !local.isProven(need, in: context) {
            try local.ask(for: need, request, in: context)
        }
    }

    /// Checks that the user has something to prove, and that somebody can ask them.
    ///
    /// - Parameters:
    ///   - constraints: What would be proven.
    ///   - context: Who may be asked, and what was proven.
    /// - Throws: ``KeychainError/Code/noPasscode`` when a passcode is asked for and none is set,
    ///   ``KeychainError/Code/interactionNotAllowed`` when nobody can be asked,
    ///   ``KeychainError/Code/unimplemented`` for a keychain on another keeper.
    public func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        guard let local = localKeeper else {
            throw KeychainError(
                .unimplemented,
                reason: "Only a keychain of this library asks its user."
            )
        }
        guard !context.isInvalidated else { throw KeychainError(.interactionNotAllowed) }
        if constraints.contains(.devicePasscode), try !hasPasscode {
            throw KeychainError(.noPasscode)
        }
        for need in Envelope.Needs(constraints).each where !local.isProven(need, in: context) {
            if context.credential(need.credential) != nil { continue }
            guard !context.interactionNotAllowed, local.authenticator != nil else {
                throw KeychainError(.interactionNotAllowed)
            }
        }
    }

    /// The keeper of a vault on this machine, whatever stands before it.
    package var localKeeper: LocalKeeper? {
        keeper as? LocalKeeper ?? (keeper as? AuthenticatedKeeper)?.keeper as? LocalKeeper
    }
}

/// A keeper whose requests carry a context, unless they have one of their own.
struct AuthenticatedKeeper: ItemKeeper {
    let keeper: any ItemKeeper
    let context: AuthenticationContext

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try keeper.perform(carrying(request))
    }

    /// The request with the context.
    func carrying(_ request: ItemRequest) -> ItemRequest {
        var request = request
        request.authentication = request.authentication ?? context
        return request
    }
}
