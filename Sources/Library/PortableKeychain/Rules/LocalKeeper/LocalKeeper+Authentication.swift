extension LocalKeeper {
    /// Answers a request in several attempts, and between them obtains the need of the previous
    /// attempt (item-semantics.md §4.5).
    ///
    /// The user is asked outside of any transaction, so that no other process waits meanwhile. Then
    /// the request is tried again with the user's proofs.
    ///
    /// - Parameters:
    ///   - request: The request, or the first of several.
    ///   - attempt: Tries to answer with the present state; if it needs more, its changes are
    ///     rolled back.
    /// - Returns: The answer.
    /// - Throws: The errors of the attempt, and of asking the user.
    func answering<Answer>(
        _ request: ItemRequest,
        _ attempt: (inout AnswerState) throws(KeychainError) -> Outcome<Answer>
    ) throws(KeychainError) -> Answer {
        var state = AnswerState(request)
        do throws(KeychainError) {
            // Each round but the last satisfies one need: payloads, an absence, three kinds of proof,
            // and for each item with a password of its own up to three passwords and their keys.
            for _ in 0..<Self.mostRounds {
                state.passwordKeys.beginAttempt()
                switch try attempt(&state) {
                case .answered(let answer): return answer
                case .needs(let need): try meet(need, &state)
                }
            }
            throw KeychainError(.authenticationFailed)
        } catch {
            throw error.during(state.operation)
        }
    }

    /// More than any user answers questions for one request, or waits for keys.
    private static let mostRounds = 100_000
    /// The number of attempts that the user has.
    private static let attempts = 3

    /// Obtains the needs of an attempt.
    private func meet(_ need: Need, _ state: inout AnswerState) throws(KeychainError) {
        switch need {
        case .payloads: state.readsPayloads = true
        case .confirmedAbsence: try vault.confirmAbsence()
        case .derivation(let derivation): try state.passwordKeys.derive(derivation)
        case .presence, .password, .newPassword:
            let context = state.context ?? AuthenticationContext()
            try ask(for: need, state, in: context)
            if case .password(let item) = need { state.failures[item] = state.failures[item] ?? 0 }
            state.take(context)
        case .anotherPassword(let item):
            let failures = state.failures[item, default: 0] + 1
            state.failures[item] = failures
            state.context?.dropAnswers(of: item)
            guard failures < Self.attempts else { throw Envelope.passwordIsWrong }
        }
    }

    /// Whether a context contains a proof.
    func isProven(_ need: Need, in context: AuthenticationContext) -> Bool {
        switch need {
        case .presence: context.presence(vault.identifier) != nil
        default: context.credential(.applicationPassword) != nil
        }
    }

    /// Obtains a proof from the context's credentials or from the user.
    ///
    /// - Throws: ``KeychainError/Code/authenticationRequired`` when the user cannot be asked.
    func ask(
        for need: Need,
        _ state: AnswerState,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        guard !context.isInvalidated else { throw KeychainError(.authenticationRequired) }
        let keys = try vault.freshKeys()
        if need == .presence, let passcode = context.credential(.passcode),
            let proof = try keys.presence(passcode: passcode)
        {
            return context.setPresence(proof, keys.keybag.keychain)
        }
        guard state.interaction == .allowed, !context.interactionNotAllowed, let authenticator
        else {
            throw KeychainError(
                .authenticationRequired,
                reason: """
                    This item requires user authentication, but no authenticator is available or \
                    interaction is forbidden.
                    """
            )
        }
        var question = AuthenticationQuestion(
            .presence,
            reason: state.prompt ?? context.reason,
            keychain: path,
            fallbackTitle: context.fallbackTitle,
            cancelTitle: context.cancelTitle
        )
        guard need == .presence else {
            question.kind = .newApplicationPassword
            if case .password(let item) = need {
                question.kind = .applicationPassword
                question.failedAttempts = state.failures[item] ?? 0
            }
            guard case .secret(let password) = try authenticator.answer(question) else {
                throw KeychainError(.authenticationFailed)
            }
            return context.setAnswer(password)
        }
        let proof = try presence(with: keys, asking: authenticator, question)
        context.setPresence(proof, keys.keybag.keychain)
    }

    /// Asks the user for the proof of presence: by the authenticator's own way in, by the passcode,
    /// or by a confirmation if the keychain cannot be locked.
    private func presence(
        with keys: KeySet,
        asking authenticator: any Authenticator,
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> PresenceKey {
        var question = question
        if keys.keybag.canBeLocked {
            question.kind = .passcode
            let slots = keys.keybag.slots.map(\.description)
            if let proof = try authenticator.proof(of: slots, for: question) {
                if let presence = try keys.opening(proof).presence() { return presence }
                throw KeychainError(.authenticationRequired)
            }
            guard keys.keybag.hasPasscode else {
                throw KeychainError(
                    .authenticationRequired,
                    reason: """
                        This item requires user authentication, and the keychain has no passcode. \
                        Use the token or the security key that opens the keychain.
                        """
                )
            }
        }
        while true {
            var passcode: SecretBytes?
            switch try authenticator.answer(question) {
            case .secret(let secret): passcode = secret
            case .confirmed:
                guard !keys.keybag.hasPasscode else { throw KeychainError(.authenticationFailed) }
            }
            do throws(KeychainError) {
                guard let proof = try keys.presence(passcode: passcode) else {
                    throw KeychainError(.notAvailable)
                }
                return proof
            } catch  where error.code == .authenticationFailed {
                question.failedAttempts += 1
                guard question.failedAttempts < Self.attempts else { throw error }
            }
        }
    }

    /// Seals the payload of an item that requires proofs into an envelope; returns any other
    /// unchanged.
    func enveloped(
        _ item: PlainItem,
        _ state: AnswerState,
        _ keys: KeySet
    ) throws(KeychainError) -> Outcome<SecretBytes?> {
        let needs = Envelope.Needs(item.accessControl)
        guard !needs.isEmpty, !item.isTombstone else { return .answered(item.secret) }
        var password: PasswordKey?
        if needs.contains(.password) {
            guard let context = state.context, !context.isInvalidated,
                let given = context.passwords(of: keys.keybag.keychain + item.identifier).first
            else { return .needs(.newPassword) }
            let derivation = state.passwordKeys.newDerivation(
                of: given,
                hashing,
                vault.world.entropy
            )
            switch try state.passwordKeys.key(derivation) {
            case .answered(let key): password = key
            case .needs(let need): return .needs(need)
            }
        }
        let place = Envelope.Place(
            keychain: keys.keybag.keychain,
            identifier: item.identifier,
            classCode: item.schema.code
        )
        let presence =
            try needs.contains(.presence)
            ? keys.keybag.presence.map { wrapped throws(KeychainError) in
                try PresenceKey.encapsulate(for: wrapped.publicKey, keychain: place.keychain)
            } : nil
        return .answered(
            try Envelope.seal(
                item.secret,
                needs,
                at: place,
                presence: presence,
                password: password,
                entropy: vault.world.entropy
            )
        )
    }
}

extension Need {
    /// The proofs that constraints require, one by one.
    static func proofs(of constraints: AccessControl.Constraints) -> [Need] {
        Envelope.Needs(constraints).each.map { $0 == .presence ? .presence : .password(of: []) }
    }

    /// The credential of a context that provides the proof.
    var credential: AuthenticationContext.Credential {
        self == .presence ? .passcode : .applicationPassword
    }
}
