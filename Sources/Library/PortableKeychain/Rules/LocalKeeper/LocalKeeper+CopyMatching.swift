extension LocalKeeper {
    /// Finds items (item-semantics.md §3.3 and §2.4).
    func copyMatching(
        _ request: ItemRequest,
        _ state: AnswerState,
        _ recording: ReadCache.Recording? = nil
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        let plan = try plan(request)
        guard request.persistentReference == nil || !request.hasConditions else {
            throw KeychainError(
                .invalidParameter,
                reason: "A search by persistent reference must not contain attributes."
            )
        }
        let limit = try Limit(request.limit)
        guard limit.count > 0, !plan.isImpossible else { throw KeychainError(.itemNotFound) }
        plan.pattern.wantsSecret =
            request.returning.contains(.data) || state.readsPayloads || plan.certificates != nil
            || (request.returning.contains(.reference) && plan.schema.makesObjects)
        let filter = try plan.certificates.map { filters throws(KeychainError) in
            try certificateFilter(filters)
        }
        // A search that can go on in the shared group has few matches.
        let page = plan.shared == nil ? request.page : nil
        plan.pattern.after = page?.after?.row
        var recording = recording
        var answer = ItemAnswer(
            container: request.returning.isEmpty ? .none : limit.container,
            count: 0
        )
        var last: ItemPage.Place?
        repeat {
            let missing = try search(plan, state) { match throws(KeychainError) in
                if let filter {
                    guard let certificate = try match.certificate(), filter.accepts(certificate)
                    else { return true }
                }
                // One more shows that the list continues.
                guard answer.count < page?.size ?? .max else {
                    answer.next = last
                    return false
                }
                answer.items.append(try match.item(request.returning, TokenKeyUser(self, state)))
                match.note(in: &recording)
                answer.count += 1
                answer.skipped = plan.skipped
                if page != nil { last = ItemPage.Place(row: match.row.id) }
                return answer.count < limit.count
            }
            if let missing { return .needs(missing) }
        } while answer.count == 0 && plan.turnToShared()
        // Those behind the last item of a part are counted in the next one.
        if answer.next == nil { answer.skipped = plan.skipped }
        if answer.count == 0 || limit.count == .max { try vault.confirmAbsence() }
        if let recording { try vault.keep(recording, found: answer.count) }
        // The rest of a list can be gone by now, and a part can have only items that are skipped.
        guard answer.count > 0 || page?.after != nil || (page != nil && answer.skipped > 0) else {
            throw KeychainError(.itemNotFound)
        }
        if request.returning.isEmpty { answer.items = [] }
        try answer.checkHasObject(request)
        return .answered(answer)
    }

    /// Calls a body with every item that satisfies a plan, opened.
    ///
    /// - Parameters:
    ///   - plan: The items to find.
    ///   - state: The proofs for opening them.
    ///   - sealedToo: Whether the body also gets items for which a proof is missing
    ///     (``Reading/missing(_:)``), instead of ending the search.
    ///   - visit: Returns whether to continue.
    /// - Returns: The need that is missing to open an item, which ends the search; `nil` if none is
    ///   missing.
    /// - Throws: ``KeychainError/Code/locked`` when a row that can match is locked.
    func search(
        _ plan: QueryPlan,
        _ state: AnswerState,
        sealedToo: Bool = false,
        _ visit: (OpenedMatch) throws(KeychainError) -> Bool
    ) throws(KeychainError) -> Need? {
        var missing: Need?
        try vault.search(plan.pattern) { row throws(KeychainError) in
            switch try opened(row, plan, state, sealedToo: sealedToo, visit) {
            case .answered(let goesOn): return goesOn ?? true
            case .needs(let need):
                missing = need
                return false
            }
        }
        return missing
    }

    /// Opens a row that the tokens found, and calls a body with it.
    ///
    /// - Returns: The result of `body`; `nil` if the row does not match, or is skipped.
    /// - Throws: ``KeychainError/Code/locked`` when the row is locked.
    func opened<R>(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ state: AnswerState,
        sealedToo: Bool = false,
        _ body: (OpenedMatch) throws(KeychainError) -> R
    ) throws(KeychainError) -> Outcome<R?> {
        guard try plan.mayMatch(row) else { return .answered(nil) }
        switch try row.availability() {
        case .destroyed: return .answered(nil)
        case .locked: throw KeychainError(.locked)
        case .open(let classKeys):
            return try row.open(with: classKeys) { view, tag throws(KeychainError) in
                guard try plan.matches(view, row) else { return .answered(nil) }
                var match = OpenedMatch(
                    row: row,
                    view: view,
                    classKeys: classKeys,
                    tag: tag,
                    schema: plan.schema,
                    hasLoadedSecret: plan.pattern.wantsSecret
                )
                if plan.schema.code == .key, state.findsTokenKeys {
                    match.isTokenKey = try view.find(.tokenObject) != nil
                }
                switch try reading(match, state) {
                case .needs(let need) where sealedToo: match.reading = .missing(need)
                case .needs(let need): return .needs(need)
                case .answered(.skipped):
                    plan.skipped += 1
                    return .answered(nil)
                case .answered(let reading): match.reading = reading
                }
                return .answered(try body(match))
            }
        }
    }

    /// A row that satisfies a search; valid only while it is open.
    struct OpenedMatch {
        let row: LentRow
        let view: AttributeView
        let classKeys: ClassKeys
        let tag: UnsafeRawBufferPointer?
        let schema: ClassSchema
        /// Whether the search reads payloads.
        let hasLoadedSecret: Bool
        var reading = Reading.free
        /// Whether it is a key in a token, which is found without its payload.
        var isTokenKey = false

        /// The payload; the search must read payloads.
        func secret() throws(KeychainError) -> SecretBytes? {
            guard !isTokenKey else { return nil }
            switch reading {
            case .proven(let payload, _): return payload
            case .missing: return nil
            case .free, .skipped: break
            }
            return try row.secret(with: classKeys, tag: tag)
        }

        /// The certificate in the payload, if there is one.
        func certificate() throws(KeychainError) -> X509Certificate? {
            try secret().flatMap { secret in
                try? X509Certificate(der: secret.withUnsafeBytes { Array($0) })
            }
        }

        /// Notes that this item answers a request, unless it demands a proof.
        func note(in recording: inout ReadCache.Recording?) {
            if case .free = reading, !isTokenKey { recording?.note(row, secretTag: tag) }
        }

        /// The item with the parts that an answer returns.
        func item(
            _ returning: ReturnOptions,
            _ user: @autoclosure () -> TokenKeyUser
        ) throws(KeychainError) -> ItemAnswer.Item {
            var item = ItemAnswer.Item(itemClass: schema.code.itemClass)
            let makesObject = returning.contains(.reference) && schema.makesObjects
            let secret = makesObject || returning.contains(.data) ? try self.secret() : nil
            if returning.contains(.data) { item.secret = secret }
            if returning.contains(.attributes) {
                item.attributes = try row.shown(
                    view,
                    schema,
                    withData: returning.contains(.data)
                )
            }
            if makesObject {
                let attributes =
                    if let shown = item.attributes { shown } else { try view.decoded() }
                item.object =
                    isTokenKey
                    ? user().key(row.identifier, attributes).map { .key($0) }
                    : ItemObject(item.itemClass, attributes, secret)
            }
            if isTokenKey, returning.contains(.data) {
                item.secret = try PlainItem(schema, row, view, secret: nil).tokenBlob
            }
            if returning.contains(.persistentReference) {
                item.persistentReference = PersistentReferenceCoding.encode(
                    item.itemClass,
                    row.lentIdentifier
                )
            }
            return item
        }
    }

    /// The largest number of items in an answer, and its container.
    struct Limit {
        let count: Int
        let container: ItemAnswer.Container

        init(_ limit: MatchLimit?) throws(KeychainError) {
            switch limit {
            case nil, .one, .atMost(1): (count, container) = (1, .single)
            case .all: (count, container) = (.max, .list)
            case .atMost(let number) where number >= 0: (count, container) = (number, .list)
            case .atMost:
                throw KeychainError(
                    .invalidParameter,
                    reason: "The limit must be 0 or more, or \"all\"."
                )
            }
        }
    }
}
