internal import KeychainEssentials

/// Uses a stored key in a token later, with the groups, the context and the permission to ask of the
/// request that found it (item-semantics.md §6.9).
///
/// Without a context of the request, each use asks the user again, also the first one.
struct TokenKeyUser: Sendable {
    private let keeper: LocalKeeper
    private let context: AuthenticationContext?
    private let interaction: UserInteraction
    private let prompt: String?

    init(_ keeper: LocalKeeper, _ state: AnswerState) {
        self.keeper = keeper
        context = state.lasting
        // A search that skips what needs the user must not lead to a question later.
        interaction = state.interaction == .allowed ? .allowed : .forbidden
        prompt = state.prompt
    }

    /// The key of an item; `nil` if the item lacks the data for its token.
    func key(_ identifier: [UInt8], _ attributes: ItemAttributes) -> KeyMaterial? {
        guard let bytes = attributes[bytes: .tokenObject],
            let key = SecurityTokenKey(encoded: Array(bytes))
        else { return nil }
        return KeyMaterial(
            key,
            in: keeper.token,
            .kept { () throws(KeychainError) in try authorization(of: identifier) }
        )
    }

    /// Reads the authorization of a key: opens it with the proofs that its access control requires,
    /// which the user is asked for.
    private func authorization(of identifier: [UInt8]) throws(KeychainError) -> SecretBytes {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: PersistentReferenceCoding.encode(.key, identifier),
            returning: .data,
            interaction: interaction,
            authentication: context,
            prompt: prompt
        )
        let answer = try keeper.answering(request) { state throws(KeychainError) in
            state.opensAuthorization = true
            return try keeper.copyMatching(request, state)
        }
        guard let secret = answer.items.first?.secret,
            secret.count == TokenKeys.authorizationLength
        else {
            throw KeychainError(
                .corrupt,
                reason: "The authorization of a key in a token is damaged. Make a new key."
            )
        }
        return secret
    }
}

extension AnswerState {
    /// Whether keys in a token are found as objects, without their payload.
    var findsTokenKeys: Bool { operation == .find && !opensAuthorization }
}

extension TokenKeys {
    /// The payload of a new item: the authorization, which only a key that is not stored yet has.
    ///
    /// - Parameter given: A payload that the caller states.
    /// - Returns: The authorization.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a stated payload, and any error of
    ///   reading the authorization of a stored key.
    func storedSecret(given: SecretBytes?) throws(KeychainError) -> SecretBytes {
        guard given == nil else {
            throw KeychainError(
                .invalidParameter,
                reason: "A key in a token has no payload of the caller. Leave `kSecValueData` out."
            )
        }
        switch authorization {
        case .held(let secret): return secret
        case .kept(let read): return try read()
        }
    }
}
