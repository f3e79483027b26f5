extension LocalKeeper {
    /// Stores a certificate and its private key (item-semantics.md §3.2).
    ///
    /// If either the certificate or the key exists already, it is kept and only the other one is
    /// added. If both exist, the identity is a duplicate.
    func addIdentity(
        _ addition: IdentityAddition,
        _ state: AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        let request = addition.request
        var answers: [ItemAnswer] = []
        var duplicates = 0
        for (half, plan) in addition.halves {
            do throws(KeychainError) {
                switch try add(half, plan, state, &transaction) {
                case .answered(let answer): answers.append(answer)
                case .needs(let need): return .needs(need)
                }
            } catch  where error.code == .duplicateItem && duplicates == 0 {
                duplicates += 1
                answers.append(try present(half, plan, transaction))
            }
        }
        guard !request.returning.isEmpty else {
            return .answered(ItemAnswer(container: .none, count: 1))
        }
        var item = ItemAnswer.Item(itemClass: .identity)
        if request.returning.contains(.attributes) {
            item.certificate = addition.certificate.der
            item.attributes = answers.reversed().compactMap { $0.items.first?.attributes }
                .reduce(into: [:]) { all, more in
                    for (key, value) in more { all[key] = value }
                }
        }
        if request.returning.contains(.data) {
            item.secret = addition.key.externalRepresentation
        }
        if request.returning.contains(.reference) { item.object = request.object }
        if request.returning.contains(.persistentReference),
            let reference = answers.first?.items.first?.persistentReference
        {
            item.persistentReference = PersistentReferenceCoding.encode(
                .identity,
                try PersistentReferenceCoding.decode(reference).identifier
            )
        }
        return .answered(ItemAnswer(container: .single, items: [item], count: 1))
    }

    /// The existing item with the primary key of an addition.
    private func present(
        _ request: ItemRequest,
        _ plan: AdditionPlan,
        _ transaction: VaultTransaction
    ) throws(KeychainError) -> ItemAnswer {
        var pattern = RowPattern(classCode: plan.schema.code)
        pattern.primaryKey =
            PlainItem(
                schema: plan.schema,
                identifier: [],
                accessGroup: plan.accessGroup,
                accessControl: plan.accessControl,
                isSynchronizable: plan.isSynchronizable,
                isTombstone: false,
                attributes: plan.attributes,
                secret: nil
            ).index.primaryKey
        var answer = ItemAnswer(container: .single, count: 0)
        try transaction.search(pattern) { row throws(KeychainError) in
            guard case .open(let classKeys) = try row.availability() else { return true }
            try row.open(with: classKeys) { view, _ throws(KeychainError) in
                let item = try PlainItem(plan.schema, row, view, secret: nil)
                answer = item.answer(to: request, givesAccessControl: plan.givesAccessControl)
            }
            return false
        }
        return answer
    }

    /// Updates the matching certificates, then the matching keys, with the same request
    /// (item-semantics.md §3.4).
    func updateIdentities(
        _ request: ItemRequest,
        _ changes: ItemChanges,
        _ state: AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<Int> {
        var count = 0
        for half in try request.halves(naming: changes.attributes) {
            switch try update(half, changes, state, &transaction) {
            case .answered(let more): count += more
            case .needs(let need): return .needs(need)
            }
        }
        return .answered(count)
    }

    /// Deletes the matching certificates, then the matching keys, with the same request; by object
    /// or by reference, a certificate, and its key unless another certificate needs it
    /// (item-semantics.md §3.5).
    func deleteIdentities(
        _ request: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Int {
        if request.object != nil, let certificates = try request.half(.certificate) {
            try request.attributes.checkIdentity()
            return try deleteWithKeys(certificates, &transaction)
        }
        guard let reference = request.persistentReference else {
            var count = 0
            for half in try request.halves(naming: [:]) {
                count += try delete(half, &transaction)
            }
            return count
        }
        var certificates = request
        certificates.itemClass = nil
        certificates.persistentReference = PersistentReferenceCoding.encode(
            .certificate,
            try PersistentReferenceCoding.decode(reference).identifier
        )
        return try deleteWithKeys(certificates, &transaction)
    }

    /// Deletes certificates, and those of their keys that no other certificate needs.
    private func deleteWithKeys(
        _ certificates: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Int {
        let hashes = try hashes(of: certificates, transaction)
        var count = try delete(certificates, &transaction)
        for hash in hashes {
            let others = ItemRequest(
                .copyMatching,
                itemClass: .certificate,
                attributes: [
                    .publicKeyHash: hash, .synchronizable: SynchronizationScope.any.value,
                ]
            )
            guard try self.hashes(of: others, transaction).isEmpty else { continue }
            let key = ItemRequest(
                .delete,
                itemClass: .key,
                attributes: [
                    .applicationLabel: hash, .synchronizable: SynchronizationScope.any.value,
                    .keyClass: .string(KeyClass.privateKey.rawValue),
                ],
                leavesTombstone: certificates.leavesTombstone
            )
            count += try delete(key, &transaction)
        }
        return count
    }

    /// The public key hash of each matching certificate.
    private func hashes(
        of certificates: ItemRequest,
        _ transaction: VaultTransaction
    ) throws(KeychainError) -> [AttributeValue] {
        let plan = try plan(certificates)
        var hashes: [AttributeValue] = []
        guard !plan.isImpossible else { return [] }
        try transaction.search(plan.pattern) { row throws(KeychainError) in
            switch try row.availability() {
            case .destroyed: break
            case .locked: throw KeychainError(.locked)
            case .open(let classKeys):
                try row.open(with: classKeys) { view, _ throws(KeychainError) in
                    guard try plan.matches(view, row) else { return }
                    if let hash = try view.decoded()[.publicKeyHash] { hashes.append(hash) }
                }
            }
            return true
        }
        return hashes
    }
}
