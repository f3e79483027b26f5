extension LocalKeeper {
    /// The way to read the payload of a row.
    enum Reading {
        /// The item requires no proof; its payload is read if it is needed.
        case free
        /// The item's payload, with the envelope that contained it.
        case proven(payload: SecretBytes?, envelope: SecretBytes?)
        /// The item requires a proof that is missing, which ends searches that need the item.
        case missing(Need)
        /// The item is skipped.
        case skipped
    }

    /// Reads the payload of a row that requires proofs, with the available proofs.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong password that the caller
    ///   gave in advance.
    func reading(
        _ match: OpenedMatch,
        _ state: AnswerState
    ) throws(KeychainError) -> Outcome<Reading> {
        let row = match.row
        guard !match.isTokenKey else { return .answered(.free) }
        guard let control = try row.constrainedControl(match.view) else { return .answered(.free) }
        let needs = Envelope.Needs(control)
        guard !needs.isEmpty, !row.isTombstone else { return .answered(.free) }
        let place = Envelope.Place(
            keychain: row.keys.keybag.keychain,
            identifier: row.identifier,
            classCode: match.schema.code
        )
        return try reading(needs, at: place, state) { () throws(KeychainError) in
            guard match.hasLoadedSecret else { return .needs(.payloads) }
            return .answered(try row.secret(with: match.classKeys, tag: match.tag))
        }
    }

    /// Reads the content of an envelope, with the available proofs.
    ///
    /// - Parameters:
    ///   - needs: The proofs that it requires.
    ///   - place: The item for which it was sealed.
    ///   - state: The proofs.
    ///   - load: Returns the envelope.
    /// - Returns: The payload, or the missing need.
    /// - Throws: The same errors as ``reading(_:_:)``.
    func reading(
        _ needs: Envelope.Needs,
        at place: Envelope.Place,
        _ state: AnswerState,
        _ load: () throws(KeychainError) -> Outcome<SecretBytes?>
    ) throws(KeychainError) -> Outcome<Reading> {
        let context = state.context
        let isUsable = context.map { !$0.isInvalidated } ?? false
        let item = place.keychain + place.identifier
        let presence = isUsable ? context?.presence(place.keychain) : nil
        let passwords = isUsable ? context?.passwords(of: item) ?? [] : []
        let lacksPresence = needs.contains(.presence) && presence == nil
        let lacksPassword = needs.contains(.password) && passwords.isEmpty
        if lacksPresence || lacksPassword {
            let isGiven =
                lacksPresence && !lacksPassword && isUsable && context?.credential(.passcode) != nil
            if state.interaction == .skip, !isGiven { return .answered(.skipped) }
            return .needs(lacksPresence ? .presence : .password(of: item))
        }
        let loaded: SecretBytes?
        switch try load() {
        case .needs(let need): return .needs(need)
        case .answered(let envelope): loaded = envelope
        }
        guard let envelope = loaded else {
            throw KeychainError(
                .corrupt,
                reason: "The secret of an item that requires user authentication is missing."
            )
        }
        for password in needs.contains(.password) ? passwords.map(Optional.some) : [nil] {
            var proofs = Envelope.Proofs(presence: presence)
            do throws(KeychainError) {
                if let password {
                    let derivation = try Envelope.derivation(of: password, in: envelope, needs)
                    switch try state.passwordKeys.key(derivation) {
                    case .answered(let key): proofs.password = key
                    case .needs(let need): return .needs(need)
                    }
                }
                let payload = try Envelope.open(envelope, needs, at: place, with: proofs)
                if let password { context?.confirm(password, of: item) }
                return .answered(.proven(payload: payload, envelope: envelope))
            } catch  where error.code == .authenticationFailed {}
        }
        // The user gave the password for this item, or for another one, so the user can be asked.
        if state.failures[item] != nil { return .needs(.anotherPassword(of: item)) }
        guard context?.hasAnswer == true else { throw Envelope.passwordIsWrong }
        return state.interaction == .skip ? .answered(.skipped) : .needs(.password(of: item))
    }
}

extension LentRow {
    /// The access control of an opened row, if it has rules; `nil` for most rows.
    fileprivate func constrainedControl(
        _ view: AttributeView
    ) throws(KeychainError) -> AccessControl? {
        guard let (type, bytes) = try view.find(.accessControl), type == .accessControl else {
            return nil
        }
        return try AttributeCoding.accessControl(bytes)
    }
}
