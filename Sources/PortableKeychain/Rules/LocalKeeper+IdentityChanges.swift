extension LocalKeeper {
    /// Stores a certificate and its private key (item-semantics.md §3.2).
    func addIdentity(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try vault.change { transaction throws(KeychainError) in
            try addIdentity(request, &transaction)
        }
    }

    /// Stores a certificate and its private key.
    ///
    /// A certificate that is there already is kept, and so is a key, but not both: then there is
    /// nothing to add.
    func addIdentity(
        _ request: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> ItemAnswer {
        guard case .identity(let certificate, let key) = request.object else {
            throw KeychainError(
                .invalidParameter,
                reason: "An identity is added as an object, or as a certificate and a key."
            )
        }
        guard key.keyClass == .privateKey, key.applicationLabel == certificate.publicKeyHash else {
            throw KeychainError(
                .invalidParameter,
                reason: "An identity is a certificate with its own private key."
            )
        }
        try request.attributes.checkIdentity()
        var answers: [ItemAnswer] = []
        var duplicates = 0
        for schema in [ClassSchema.certificate, .key] {
            guard var half = try request.half(schema) else { continue }
            half.returning.formUnion([.attributes, .persistentReference])
            let plan = try AdditionPlan(half, groups: groups)
            do throws(KeychainError) {
                answers.append(try add(half, plan, &transaction))
            } catch  where error.code == .duplicateItem && duplicates == 0 {
                duplicates += 1
                answers.append(try present(half, plan, transaction))
            }
        }
        guard !request.returning.isEmpty else { return ItemAnswer(container: .none, count: 1) }
        var item = ItemAnswer.Item(itemClass: .identity)
        if request.returning.contains(.attributes) {
            item.certificate = certificate.der
            item.attributes = answers.reversed().compactMap { $0.items.first?.attributes }
                .reduce(into: [:]) { all, more in
                    for (key, value) in more { all[key] = value }
                }
        }
        if request.returning.contains(.data) { item.secret = key.externalRepresentation }
        if request.returning.contains(.reference) { item.object = .identity(certificate, key) }
        if request.returning.contains(.persistentReference),
            let reference = answers.first?.items.first?.persistentReference
        {
            item.persistentReference = PersistentReferenceCoding.encode(
                .identity,
                try PersistentReferenceCoding.decode(reference).identifier
            )
        }
        return ItemAnswer(container: .single, items: [item], count: 1)
    }

    /// The item that an addition found in its place.
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

    /// Changes certificates, then keys, with the same words (item-semantics.md §3.4).
    func updateIdentities(
        _ request: ItemRequest,
        _ changes: ItemChanges
    ) throws(KeychainError) -> ItemAnswer {
        try request.checkUpdate()
        guard request.persistentReference == nil else {
            throw KeychainError(
                .internalError,
                reason: "An identity is not changed by its reference."
            )
        }
        guard changes.secret == nil else {
            throw KeychainError(
                .invalidParameter,
                reason: "One payload cannot be that of a certificate and of a key."
            )
        }
        try changes.attributes.checkIdentity()
        return try changeHalves(request, naming: changes.attributes) {
            half,
            transaction throws(KeychainError) in
            try update(half, changes, &transaction)
        }
    }

    /// Removes certificates, then keys, with the same words; by object or by reference a certificate
    /// and the key that no other certificate needs (item-semantics.md §3.5).
    func deleteIdentities(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try request.checkDeletion()
        if request.object != nil, let certificates = try request.half(.certificate) {
            try request.attributes.checkIdentity()
            return try deleteWithKeys(certificates)
        }
        guard let reference = request.persistentReference else {
            return try changeHalves(request, naming: [:]) {
                half,
                transaction throws(KeychainError) in
                try delete(half, &transaction)
            }
        }
        var certificates = request
        certificates.itemClass = nil
        certificates.persistentReference = PersistentReferenceCoding.encode(
            .certificate,
            try PersistentReferenceCoding.decode(reference).identifier
        )
        return try deleteWithKeys(certificates)
    }

    /// Removes certificates, and their keys that no other certificate needs.
    private func deleteWithKeys(_ certificates: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try change { transaction throws(KeychainError) in
            let hashes = try hashes(of: certificates, transaction)
            var count = try delete(certificates, &transaction)
            for hash in hashes {
                let others = ItemRequest(
                    .copyMatching,
                    itemClass: .certificate,
                    attributes: [.publicKeyHash: hash, .synchronizable: .string("syna")]
                )
                guard try self.hashes(of: others, transaction).isEmpty else { continue }
                let key = ItemRequest(
                    .delete,
                    itemClass: .key,
                    attributes: [
                        .applicationLabel: hash, .synchronizable: .string("syna"),
                        .keyClass: .string(KeyClass.privateKey.rawValue),
                    ],
                    leavesTombstone: certificates.leavesTombstone
                )
                count += try delete(key, &transaction)
            }
            return count
        }
    }

    /// The public key hashes of all matching certificates, one for each.
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
            case .locked: throw KeychainError(.interactionNotAllowed)
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

    /// Does something to the certificates, then to the keys that a request names.
    ///
    /// - Parameters:
    ///   - request: What is said of both.
    ///   - attributes: What is to be changed: a class without one of these is left as it is.
    ///   - body: Changes one class and tells how many items.
    /// - Returns: How many items were changed.
    /// - Throws: What the closure throws.
    private func changeHalves(
        _ request: ItemRequest,
        naming attributes: ItemAttributes,
        _ body: (ItemRequest, inout VaultTransaction) throws(KeychainError) -> Int
    ) throws(KeychainError) -> ItemAnswer {
        try request.attributes.checkIdentity()
        return try change { transaction throws(KeychainError) in
            var count = 0
            for schema in [ClassSchema.certificate, .key] where schema.hasAll(of: attributes) {
                guard let half = try request.half(schema) else { continue }
                count += try body(half, &transaction)
            }
            return count
        }
    }
}
