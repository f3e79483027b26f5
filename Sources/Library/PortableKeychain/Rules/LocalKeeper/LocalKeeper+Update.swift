internal import KeychainEssentials

extension LocalKeeper {
    /// Updates all matching items of one class, or none (item-semantics.md §3.4); returns their
    /// number.
    func update(
        _ request: ItemRequest,
        _ changes: ItemChanges,
        _ state: AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<Int> {
        let plan = try plan(request)
        try plan.checkWritable()
        let change = try ChangePlan(changes, schema: plan.schema, groups: groups)
        plan.pattern.wantsSecret = true
        let now = vault.world.clock.now()
        var missing: Need?
        var matches: [Match] = []
        repeat {
            matches = try transaction.picks(of: plan) { row throws(KeychainError) -> Match? in
                guard missing == nil else { return nil }
                let opened = try opened(row, plan, state) { match throws(KeychainError) in
                    try Match(match, getsSecret: change.secret != nil)
                }
                switch opened {
                case .answered(let match): return match
                case .needs(let need):
                    missing = need
                    return nil
                }
            }
            if let missing { return .needs(missing) }
        } while matches.isEmpty && plan.turnToShared()
        for match in matches {
            let outcome = try apply(
                change,
                to: match,
                leavesTombstone: request.leavesTombstone ?? match.item.isSynchronizable,
                state,
                now: now,
                in: &transaction
            )
            if case .needs(let need) = outcome { return .needs(need) }
        }
        return .answered(matches.count)
    }

    /// An item to update, with its row as it is stored.
    struct Match {
        let stored: VaultTransaction.Stored
        /// The item with its payload in plain.
        let item: PlainItem
        /// The payload as it is stored, if it is in an envelope.
        let envelope: SecretBytes?
        /// The tag of the payload's box.
        let tag: [UInt8]?

        /// Reads an item; one that gets a new payload may have a damaged one.
        init(_ match: OpenedMatch, getsSecret: Bool) throws(KeychainError) {
            stored = VaultTransaction.Stored(match.row)
            let secret: SecretBytes?
            do throws(KeychainError) {
                secret = try match.secret()
            } catch  where error.code == .corrupt && getsSecret {
                secret = nil
            }
            item = try PlainItem(match.schema, match.row, match.view, secret: secret)
            envelope =
                if case .proven(_, let envelope) = match.reading { envelope } else { nil }
            tag = match.tag.map { Array($0) }
        }
    }

    private func apply(
        _ change: ChangePlan,
        to match: Match,
        leavesTombstone: Bool,
        _ state: AnswerState,
        now: Double,
        in transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<Void> {
        var item = match.item
        try change.apply(to: &item)
        item.attributes[.modificationDate] = .date(match.item.nextModificationDate(now))
        // A new protection requires sealing the payload again; otherwise an unchanged payload is
        // left as it is stored.
        let keepsSecret =
            change.secret == nil && !item.isTombstone
            && item.accessControl == match.item.accessControl
        let oldKey = match.item.index.primaryKey
        let movesKey = !item.index.primaryKey.elementsEqual(oldKey) { $0 == $1 }
        if movesKey {
            try transaction.makeRoom(for: &item, unless: match.stored.id)
        }
        if keepsSecret {
            item.secret = match.envelope ?? item.secret
        } else {
            switch try enveloped(item, state, transaction.keys) {
            case .answered(let stored): item.secret = stored
            case .needs(let need): return .needs(need)
            }
        }
        item.stamp(transaction.keys)
        try transaction.replace(
            match.stored,
            with: item.row,
            keepingSecretWith: keepsSecret ? match.tag : nil
        )
        if movesKey, leavesTombstone, !match.item.isTombstone {
            var tombstone = match.item.tombstone(at: Date(timeIntervalSinceReferenceDate: now))
            tombstone.identifier = vault.world.entropy.bytes(16)
            tombstone.protect(asStrictlyAs: item)
            tombstone.stamp(transaction.keys)
            try transaction.insert(tombstone.row)
        }
        return .answered(())
    }
}

extension ItemRequest {
    /// Refuses options that are not allowed in an update (item-semantics.md §3.4).
    func checkUpdate() throws(KeychainError) {
        guard limit == nil, filters.isEmpty, returning.isEmpty, interaction != .skip else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    An update cannot contain limits, filters, results, or the option to skip \
                    items.
                    """
            )
        }
    }
}
