internal import KeychainEssentials

extension LocalKeeper {
    /// Stores one new item (item-semantics.md §3.2).
    func add(
        _ request: ItemRequest,
        _ plan: AdditionPlan,
        _ state: AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        // Checked before the search for duplicates, so that a locked class does not reveal its
        // items.
        let protectionClass = ProtectionClass(plan.accessControl.accessibility)
        _ = try transaction.keys.sealingKeys(protectionClass)
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        var item = PlainItem(
            schema: plan.schema,
            identifier: vault.world.entropy.bytes(16),
            accessGroup: plan.accessGroup,
            accessControl: plan.accessControl,
            isSynchronizable: plan.isSynchronizable,
            isTombstone: plan.isTombstone,
            attributes: plan.attributes,
            secret: plan.isTombstone ? nil : request.secret
        )
        let dates = request.dates?.kept(at: now)
        item.attributes[.creationDate] = .date(dates?.created ?? now)
        item.attributes[.modificationDate] = .date(dates?.modified ?? now)
        try transaction.makeRoom(for: &item)
        let payload = item.secret
        switch try enveloped(item, state, transaction.keys) {
        case .answered(let stored): item.secret = stored
        case .needs(let need): return .needs(need)
        }
        item.stamp(transaction.keys)
        try transaction.insert(item.row)
        item.secret = payload
        var answer = item.answer(to: request, givesAccessControl: plan.givesAccessControl)
        if item.isTokenKey, request.returning.contains(.reference) {
            // From now on the key's rules apply, also to this process.
            let key = TokenKeyUser(self, state).key(item.identifier, item.attributes)
            answer.items[0].object = key.map { .key($0) }
        }
        return .answered(answer)
    }
}

extension VaultTransaction {
    /// Makes the primary key of an item available: removes a tombstone, or a row that lost its key,
    /// that has it.
    ///
    /// A new item takes over the identifier of the tombstone, and so its persistent reference.
    ///
    /// - Parameters:
    ///   - item: The item that gets the primary key.
    ///   - id: The present row of the item, or `nil` for a new item.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when another item has the primary key.
    mutating func makeRoom(for item: inout PlainItem, unless id: Int64? = nil) throws(KeychainError)
    {
        var pattern = RowPattern(classCode: item.schema.code)
        pattern.primaryKey = item.index.primaryKey
        var obstacle: Stored?
        var inherited: [UInt8]?
        try search(pattern) { row throws(KeychainError) in
            guard row.id != id else { return true }
            var isDestroyed = false
            if case .destroyed = try row.availability() { isDestroyed = true }
            guard row.isTombstone || isDestroyed else { throw KeychainError(.duplicateItem) }
            obstacle = Stored(row)
            inherited = row.isTombstone ? row.identifier : nil
            return false
        }
        guard let obstacle else { return }
        try delete(obstacle)
        if id == nil, let inherited { item.identifier = inherited }
    }
}
