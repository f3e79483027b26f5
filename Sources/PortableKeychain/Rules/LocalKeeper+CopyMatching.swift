extension LocalKeeper {
    /// Finds items (item-semantics.md §3.3 and §2.4).
    func copyMatching(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let plan = try plan(request)
        guard request.persistentReference == nil || request.attributes.isEmpty else {
            throw KeychainError(
                .invalidParameter,
                reason: "A persistent reference takes no attributes beside it."
            )
        }
        let limit = try Limit(request.limit)
        guard limit.count > 0, !plan.isImpossible else { throw KeychainError(.itemNotFound) }
        plan.pattern.wantsSecret = request.returning.contains(.data)
        var answer = ItemAnswer(
            container: request.returning.isEmpty ? .none : limit.container,
            count: 0
        )
        try vault.search(plan.pattern) { row throws(KeychainError) in
            guard let item = try read(row, plan, request.returning, request.interaction) else {
                return true
            }
            answer.items.append(item)
            answer.count += 1
            return answer.count < limit.count
        }
        if answer.count == 0 || limit.count == .max { try vault.confirmAbsence() }
        guard answer.count > 0 else { throw KeychainError(.itemNotFound) }
        if request.returning.isEmpty { answer.items = [] }
        return answer
    }

    /// Opens a row that the tokens found; `nil` when it is no match after all.
    private func read(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ returning: ReturnOptions,
        _ interaction: UserInteraction
    ) throws(KeychainError) -> ItemAnswer.Item? {
        guard try plan.mayMatch(row) else { return nil }
        switch try row.availability() {
        case .destroyed: return nil
        case .locked: throw KeychainError(.interactionNotAllowed)
        case .open(let classKeys):
            return try row.open(with: classKeys) { view, tag throws(KeychainError) in
                guard try plan.matches(view, row) else { return nil }
                guard try row.isReadable(view, interaction) else { return nil }
                return try item(row, view, classKeys, tag, plan.schema, returning)
            }
        }
    }

    private func item(
        _ row: LentRow,
        _ view: AttributeView,
        _ classKeys: ClassKeys,
        _ tag: UnsafeRawBufferPointer?,
        _ schema: ClassSchema,
        _ returning: ReturnOptions
    ) throws(KeychainError) -> ItemAnswer.Item {
        var item = ItemAnswer.Item(itemClass: schema.code.itemClass)
        if returning.contains(.data) {
            item.secret = try row.secret(with: classKeys, tag: tag)
        }
        if returning.contains(.attributes) {
            item.attributes = try PlainItem(schema, row, view, secret: nil).shown(
                isFound: true,
                givesAccessControl: true,
                withData: returning.contains(.data)
            )
        }
        if returning.contains(.persistentReference) {
            item.persistentReference = PersistentReferenceCoding.encode(
                item.itemClass,
                row.identifier
            )
        }
        return item
    }

    /// How many items an answer holds, and in what.
    private struct Limit {
        let count: Int
        let container: ItemAnswer.Container

        init(_ limit: MatchLimit?) throws(KeychainError) {
            switch limit {
            case nil, .one, .count(1): (count, container) = (1, .single)
            case .all, .count(-1): (count, container) = (.max, .list)
            case .count(let number) where number >= 0:
                (count, container) = (Int(clamping: number), .list)
            case .count:
                throw KeychainError(.invalidParameter, reason: "A limit is 0 or more, or all.")
            }
        }
    }
}

extension LentRow {
    /// Whether an item may be read without its user; whoever could ask the user is not here yet.
    ///
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` when the item asks for its user.
    /// - Returns: `false` when the item is to be skipped.
    func isReadable(
        _ view: AttributeView,
        _ interaction: UserInteraction
    ) throws(KeychainError) -> Bool {
        guard try accessControl(view).needsAuthentication else { return true }
        guard interaction == .skip else {
            throw KeychainError(
                .interactionNotAllowed,
                reason: "The item asks for its user, and nothing here can ask them."
            )
        }
        return false
    }
}
