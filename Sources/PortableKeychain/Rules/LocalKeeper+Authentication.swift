extension LocalKeeper {
    /// Answers a request, and asks the user in between when an item needs it
    /// (item-semantics.md §4.5).
    ///
    /// The user is asked outside of any transaction, so nothing waits for them; then the request
    /// starts over with what they proved.
    func authenticating<R>(
        _ request: ItemRequest,
        _ body: (ItemRequest) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        var request = request
        var failures = 0
        // Each round adds a proof, or counts a wrong one; three kinds of proof and three attempts.
        for _ in 0..<8 {
            do throws(KeychainError) {
                return try body(request)
            } catch  where error.code == .payloadNeeded && !request.readsPayloads {
                request.readsPayloads = true
            } catch  where Envelope.Needs(error.code) != [] {
                let context = request.authentication ?? AuthenticationContext()
                guard let need = Envelope.Needs(error.code).each.first else { throw error }
                try ask(
                    for: need,
                    request,
                    in: context,
                    isNew: error.code == .newPasswordNeeded,
                    failures: failures
                )
                if need == .password { request.asksForPassword = true }
                request.authentication = context
            } catch  where error.code == .authenticationFailed && request.asksForPassword {
                // The password was asked for in this request, so it may be asked for again.
                failures += 1
                request.authentication?.setCredential(nil, for: .applicationPassword)
                guard failures < Self.attempts else { throw error }
            }
        }
        throw KeychainError(.authenticationFailed)
    }

    /// How often a user may be wrong.
    private static let attempts = 3

    /// Whether a context holds a proof.
    func isProven(_ need: Envelope.Needs, in context: AuthenticationContext) -> Bool {
        switch need {
        case .presence: context.presence(vault.currentKeys().keybag.keychain) != nil
        default: context.credential(.applicationPassword) != nil
        }
    }

    /// Gets a proof from the context's credentials or from the user.
    ///
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` when nobody can be asked.
    func ask(
        for need: Envelope.Needs,
        _ request: ItemRequest,
        in context: AuthenticationContext,
        isNew: Bool = false,
        failures: Int = 0
    ) throws(KeychainError) {
        guard !context.isInvalidated else { throw KeychainError(.interactionNotAllowed) }
        let keys = try vault.freshKeys()
        if need == .presence, let passcode = context.credential(.passcode),
            let proof = try keys.presence(passcode: passcode)
        {
            return context.setPresence(proof, keys.keybag.keychain)
        }
        guard request.interaction == .allowed, !context.interactionNotAllowed, let authenticator
        else {
            throw KeychainError(
                .interactionNotAllowed,
                reason: "The item asks for its user, and nobody may or can ask them."
            )
        }
        var question = AuthenticationQuestion(
            .presence,
            reason: request.prompt ?? context.reason,
            keychain: path,
            failedAttempts: failures,
            fallbackTitle: context.fallbackTitle,
            cancelTitle: context.cancelTitle
        )
        guard need == .presence else {
            question.kind = isNew ? .newApplicationPassword : .applicationPassword
            guard case .secret(let password) = try authenticator.answer(question) else {
                throw KeychainError(.authenticationFailed)
            }
            return context.setCredential(password, for: .applicationPassword)
        }
        question.kind = keys.keybag.hasPasscode ? .passcode : .presence
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
                return context.setPresence(proof, keys.keybag.keychain)
            } catch  where error.code == .authenticationFailed {
                question.failedAttempts += 1
                guard question.failedAttempts < Self.attempts else { throw error }
            }
        }
    }

    /// What a row gives to whoever may read it.
    enum Reading {
        /// The item asks for no proof; its payload is read when it is needed.
        case free
        /// The item's payload, with the envelope it was in.
        case proven(payload: SecretBytes?, envelope: SecretBytes?)
        /// The item is to be left out.
        case skipped
    }

    /// Reads the payload of a row that asks for proof, with the proofs of a request.
    ///
    /// - Throws: An internal code that ``authenticating(_:_:)`` answers when a proof is missing,
    ///   ``KeychainError/Code/authenticationFailed`` for a wrong one.
    func reading(
        _ row: LentRow,
        _ view: AttributeView,
        _ classKeys: ClassKeys,
        _ tag: UnsafeRawBufferPointer?,
        _ classCode: ClassCode,
        _ request: ItemRequest,
        isLoaded: Bool
    ) throws(KeychainError) -> Reading {
        guard let control = try row.constrainedControl(view) else { return .free }
        let needs = Envelope.Needs(control)
        guard !needs.isEmpty, !row.isTombstone else { return .free }
        let context = request.authentication
        let isUsable = context.map { !$0.isInvalidated } ?? false
        let proofs = Envelope.Proofs(
            presence: isUsable ? context?.presence(row.keys.keybag.keychain) : nil,
            password: isUsable ? context?.credential(.applicationPassword) : nil
        )
        let lacksPresence = needs.contains(.presence) && proofs.presence == nil
        let lacksPassword = needs.contains(.password) && proofs.password == nil
        if lacksPresence || lacksPassword {
            let isGiven =
                lacksPresence && !lacksPassword && isUsable && context?.credential(.passcode) != nil
            if request.interaction == .skip, !isGiven { return .skipped }
            throw KeychainError(lacksPresence ? .presenceNeeded : .passwordNeeded)
        }
        guard isLoaded else { throw KeychainError(.payloadNeeded) }
        guard let envelope = try row.secret(with: classKeys, tag: tag) else {
            throw KeychainError(
                .corrupt,
                reason: "The payload of an item that asks for proof is missing."
            )
        }
        let payload = try Envelope.open(
            envelope,
            needs,
            at: Envelope.Place(
                keychain: row.keys.keybag.keychain,
                identifier: row.identifier,
                classCode: classCode
            ),
            with: proofs
        )
        return .proven(payload: payload, envelope: envelope)
    }

    /// Seals the payload of an item that asks for proof; any other stays as it is.
    ///
    /// - Throws: An internal code that ``authenticating(_:_:)`` answers when a password is missing.
    func enveloped(
        _ item: PlainItem,
        _ request: ItemRequest,
        _ keys: KeySet
    ) throws(KeychainError) -> SecretBytes? {
        let needs = Envelope.Needs(item.accessControl)
        guard !needs.isEmpty, !item.isTombstone else { return item.secret }
        var password: (SecretBytes, PasscodeHashing)?
        if needs.contains(.password) {
            guard let context = request.authentication, !context.isInvalidated,
                let given = context.credential(.applicationPassword)
            else { throw KeychainError(.newPasswordNeeded) }
            password = (given, hashing)
        }
        return try Envelope.seal(
            item.secret,
            needs,
            at: Envelope.Place(
                keychain: keys.keybag.keychain,
                identifier: item.identifier,
                classCode: item.schema.code
            ),
            presence: needs.contains(.presence)
                ? keys.keybag.presence.map { wrapped throws(KeychainError) in
                    try PresenceKey.encapsulate(
                        for: wrapped.publicKey,
                        keychain: keys.keybag.keychain
                    )
                } : nil,
            password: password,
            entropy: vault.world.entropy
        )
    }
}

extension Envelope.Needs {
    /// What an internal code says is missing.
    init(_ code: KeychainError.Code) {
        switch code {
        case .presenceNeeded: self = .presence
        case .passwordNeeded, .newPasswordNeeded: self = .password
        default: self = []
        }
    }

    /// What stands for the proof in a context.
    var credential: AuthenticationContext.Credential {
        self == .presence ? .passcode : .applicationPassword
    }
}

extension KeychainError.Code {
    // Between the rules and whoever asks the user; no caller sees them. Apple's number for all of
    // them is errSecAuthNeeded, which no caller of Apple's sees either.
    static let presenceNeeded = internalCode("presenceNeeded")
    static let passwordNeeded = internalCode("passwordNeeded")
    static let newPasswordNeeded = internalCode("newPasswordNeeded")
    static let payloadNeeded = internalCode("payloadNeeded")
}

extension LentRow {
    /// The protection of an opened row that states rules; `nil` for most rows.
    fileprivate func constrainedControl(
        _ view: AttributeView
    ) throws(KeychainError) -> AccessControl? {
        guard let (type, bytes) = try view.find(.accessControl), type == .accessControl else {
            return nil
        }
        return try AttributeCoding.accessControl(bytes)
    }
}
