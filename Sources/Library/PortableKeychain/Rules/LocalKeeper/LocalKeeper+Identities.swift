extension LocalKeeper {
    /// Finds certificates joined with their private keys (item-semantics.md §6.7).
    func copyMatchingIdentities(
        _ request: ItemRequest,
        _ state: AnswerState
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        guard request.persistentReference == nil || !request.hasConditions else {
            throw KeychainError(
                .invalidParameter,
                reason: "A search by persistent reference must not contain attributes."
            )
        }
        let limit = try Limit(request.limit)
        let join = try IdentityJoin(request)
        let plan = try plan(join.certificates(nil))
        _ = try self.plan(join.keys(nil))
        guard limit.count > 0, !join.isImpossible else { throw KeychainError(.itemNotFound) }
        let filter = try plan.certificates.map { filters throws(KeychainError) in
            try certificateFilter(filters)
        }
        let identities: [Identity]
        switch try self.identities(join, request, state, filter, limit.count) {
        case .answered(let found): identities = found
        case .needs(let need): return .needs(need)
        }
        if identities.isEmpty || limit.count == .max { try vault.confirmAbsence() }
        guard !identities.isEmpty else { throw KeychainError(.itemNotFound) }
        return .answered(
            ItemAnswer(
                container: request.returning.isEmpty ? .none : limit.container,
                items: request.returning.isEmpty
                    ? [] : identities.map { $0.item(request.returning) },
                count: identities.count
            )
        )
    }

    /// The matching pairs, in the order in which their certificates were stored.
    private func identities(
        _ join: IdentityJoin,
        _ request: ItemRequest,
        _ state: AnswerState,
        _ filter: CertificateFilter?,
        _ limit: Int
    ) throws(KeychainError) -> Outcome<[Identity]> {
        let wantsKeys = !request.returning.isDisjoint(with: [.data, .reference])
        var pairs: [Identity] = []
        for certificate in try certificates(join, state) {
            guard let hash = certificate.bytes(.publicKeyHash), !hash.isEmpty else { continue }
            if let need = certificate.missing {
                // The user is asked only for a certificate that is part of the answer.
                guard try hasKey(join, hash, state) else { continue }
                return .needs(need)
            }
            guard filter.map({ certificate.x509.map($0.accepts) ?? false }) ?? true else {
                continue
            }
            // At most as many keys as are returned, so that the user is not asked for a key that is
            // not.
            let keys = try halves(
                join.keys(hash),
                state,
                wantsSecret: wantsKeys,
                atMost: limit - pairs.count
            )
            switch keys {
            case .answered(let keys):
                pairs += keys.map { Identity(certificate: certificate, key: $0) }
            case .needs(let need): return .needs(need)
            }
            if pairs.count == limit { break }
        }
        return .answered(pairs)
    }

    /// The matching certificates that can have a matching key, in the order in which they were
    /// stored, those included for which a proof is missing.
    private func certificates(
        _ join: IdentityJoin,
        _ state: AnswerState
    ) throws(KeychainError) -> [Half] {
        guard join.startsWithKeys, let hashes = try hashesOfKeys(join) else {
            return try certificates(join.certificates(nil), state)
        }
        var found: [Half] = []
        for hash in hashes { found += try certificates(join.certificates(hash), state) }
        return found.sorted { $0.id < $1.id }
    }

    private func certificates(
        _ search: ItemRequest,
        _ state: AnswerState
    ) throws(KeychainError) -> [Half] {
        let found = try halves(search, state, wantsSecret: true, sealedToo: true)
        guard case .answered(let certificates) = found else { throw KeychainError(.internalError) }
        return certificates
    }

    /// Whether there is a matching key for a hash, which need not be opened.
    private func hasKey(
        _ join: IdentityJoin,
        _ hash: [UInt8],
        _ state: AnswerState
    ) throws(KeychainError) -> Bool {
        let keys = try halves(
            join.keys(hash),
            state,
            wantsSecret: false,
            sealedToo: true,
            atMost: 1
        )
        guard case .answered(let found) = keys else { return true }
        return !found.isEmpty
    }

    /// The public key hashes of the matching private keys; `nil` if a locked key does not reveal
    /// its hash.
    ///
    /// Whether a key is part of the answer depends on its certificate, so at this point a key must
    /// not fail the search or require user authentication.
    private func hashesOfKeys(_ join: IdentityJoin) throws(KeychainError) -> Set<[UInt8]>? {
        let plan = try plan(join.keys(nil))
        guard !plan.isImpossible else { return [] }
        var hashes: Set<[UInt8]> = []
        var isLocked = false
        try vault.search(plan.pattern) { row throws(KeychainError) in
            guard try plan.mayMatch(row) else { return true }
            switch try row.availability() {
            case .destroyed: break
            case .locked: isLocked = true
            case .open(let classKeys):
                try row.open(with: classKeys) { view, _ throws(KeychainError) in
                    guard try plan.matches(view, row),
                        let (_, bytes) = try view.find(.applicationLabel)
                    else { return }
                    hashes.insert(Array(bytes))
                }
            }
            return !isLocked
        }
        return isLocked ? nil : hashes
    }

    /// The certificate or the key of a pair.
    struct Half {
        let id: Int64
        let item: PlainItem
        /// The need that is missing to open it; then it has no secret.
        let missing: Need?
        /// Uses the key, if a token holds it.
        let user: TokenKeyUser

        /// The private key.
        var material: KeyMaterial? {
            guard !item.isTokenKey else { return user.key(item.identifier, item.attributes) }
            guard case .key(let key) = ItemObject(.key, item.attributes, item.secret) else {
                return nil
            }
            return key
        }

        func bytes(_ key: AttributeKey) -> [UInt8]? {
            guard case .data(let data) = item.attributes[key] else { return nil }
            return Array(data)
        }

        var x509: X509Certificate? {
            item.secret.flatMap { secret in
                try? X509Certificate(der: secret.withUnsafeBytes { Array($0) })
            }
        }
    }

    private func halves(
        _ search: ItemRequest,
        _ state: AnswerState,
        wantsSecret: Bool,
        sealedToo: Bool = false,
        atMost limit: Int = .max
    ) throws(KeychainError) -> Outcome<[Half]> {
        let plan = try plan(search)
        guard !plan.isImpossible else { return .answered([]) }
        plan.pattern.wantsSecret = wantsSecret || state.readsPayloads
        var found: [Half] = []
        let missing = try self.search(plan, state, sealedToo: sealedToo) {
            match throws(KeychainError) in
            let secret = wantsSecret ? try match.secret() : nil
            var need: Need?
            if case .missing(let missing) = match.reading { need = missing }
            found.append(
                Half(
                    id: match.row.id,
                    item: try PlainItem(plan.schema, match.row, match.view, secret: secret),
                    missing: need,
                    user: TokenKeyUser(self, state)
                )
            )
            return found.count < limit
        }
        return missing.map { .needs($0) } ?? .answered(found)
    }

    /// A certificate with its private key.
    private struct Identity {
        let certificate: Half
        let key: Half

        func item(_ returning: ReturnOptions) -> ItemAnswer.Item {
            var item = ItemAnswer.Item(itemClass: .identity)
            if returning.contains(.data) { item.secret = key.item.secret ?? key.item.tokenBlob }
            if returning.contains(.attributes) {
                let shown = { (item: PlainItem) in
                    item.shown(
                        isFound: true,
                        givesAccessControl: true,
                        withData: returning.contains(.data)
                    )
                }
                var attributes = shown(key.item)
                for (key, value) in shown(certificate.item) { attributes[key] = value }
                item.attributes = attributes
                item.certificate = certificate.item.secret?.withUnsafeBytes { Array($0) }
            }
            if returning.contains(.reference), let x509 = certificate.x509,
                let key = key.material
            {
                item.object = .identity(x509, key)
            }
            if returning.contains(.persistentReference) {
                item.persistentReference = PersistentReferenceCoding.encode(
                    .identity,
                    certificate.item.identifier
                )
            }
            return item
        }
    }
}
