extension LocalKeeper {
    /// Finds certificates joined with their private keys (item-semantics.md §6.7).
    func copyMatchingIdentities(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        guard request.persistentReference == nil || request.attributes.isEmpty else {
            throw KeychainError(
                .invalidParameter,
                reason: "A persistent reference takes no attributes beside it."
            )
        }
        let limit = try Limit(request.limit)
        let join = try IdentityJoin(request)
        let identities = try limit.count > 0 ? identities(join, request, limit.count) : []
        guard !identities.isEmpty else {
            if limit.count > 0 { try vault.confirmAbsence() }
            throw KeychainError(.itemNotFound)
        }
        return ItemAnswer(
            container: request.returning.isEmpty ? .none : limit.container,
            items: request.returning.isEmpty ? [] : identities.map { $0.item(request.returning) },
            count: identities.count
        )
    }

    /// The pairs that a search means, certificates in the order in which they were stored.
    private func identities(
        _ join: IdentityJoin,
        _ request: ItemRequest,
        _ limit: Int
    ) throws(KeychainError) -> [Identity] {
        var pairs: [Identity] = []
        if let keys = try keysToBeginWith(join, request) {
            var seen: Set<[UInt8]> = []
            for hash in keys.compactMap({ $0.bytes(.applicationLabel) })
            where seen.insert(hash).inserted {
                for certificate in try halves(join.certificates(hash), request, wantsSecret: true) {
                    pairs += keys.map { Identity(certificate: certificate, key: $0) }
                }
            }
        } else {
            for certificate in try halves(join.certificates(nil), request, wantsSecret: true) {
                guard let hash = certificate.bytes(.publicKeyHash) else { continue }
                pairs += try halves(join.keys(hash), request, wantsSecret: false).map {
                    Identity(certificate: certificate, key: $0)
                }
            }
        }
        pairs = pairs.filter(\.belongsTogether)
        pairs = try filtered(pairs, join, request)
        pairs.sort { ($0.certificate.id, $0.key.id) < ($1.certificate.id, $1.key.id) }
        pairs = Array(pairs.prefix(limit))
        guard !request.returning.isDisjoint(with: [.data, .reference]) else { return pairs }
        return try pairs.map { pair throws(KeychainError) in
            var pair = pair
            let search = ItemRequest(
                .copyMatching,
                persistentReference: PersistentReferenceCoding.encode(
                    .key,
                    pair.key.item.identifier
                ),
                interaction: request.interaction
            )
            pair.key.item.secret =
                try halves(search, search, wantsSecret: true).first?.item.secret
            return pair
        }
    }

    /// The private keys, where a search starts with them; `nil` where it starts with certificates.
    ///
    /// Of a locked key only its certificate tells whether it matters, so then it does not.
    private func keysToBeginWith(
        _ join: IdentityJoin,
        _ request: ItemRequest
    ) throws(KeychainError) -> [Half]? {
        guard join.startsWithKeys else { return nil }
        do throws(KeychainError) {
            return try halves(join.keys(nil), request, wantsSecret: false)
        } catch  where error.code == .interactionNotAllowed {
            return nil
        }
    }

    private func filtered(
        _ pairs: [Identity],
        _ join: IdentityJoin,
        _ request: ItemRequest
    ) throws(KeychainError) -> [Identity] {
        let plan = try plan(join.certificates(nil))
        guard let filters = plan.certificates else { return pairs }
        let filter = try certificateFilter(filters, request)
        return pairs.filter { pair in
            pair.certificate.x509.map { filter.accepts($0) } ?? false
        }
    }

    /// One item of a pair.
    struct Half {
        let id: Int64
        var item: PlainItem

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
        _ request: ItemRequest,
        wantsSecret: Bool
    ) throws(KeychainError) -> [Half] {
        let plan = try plan(search)
        guard !plan.isImpossible else { return [] }
        plan.pattern.wantsSecret = wantsSecret
        var found: [Half] = []
        try self.search(plan, request) { match throws(KeychainError) in
            let secret = wantsSecret ? try match.secret() : nil
            found.append(
                Half(
                    id: match.row.id,
                    item: try PlainItem(plan.schema, match.row, match.view, secret: secret)
                )
            )
            return true
        }
        return found
    }

    /// A certificate with its private key.
    private struct Identity {
        let certificate: Half
        var key: Half

        /// Whether it is a private key, and the certificate's own.
        var belongsTogether: Bool {
            let hash = certificate.bytes(.publicKeyHash)
            return hash != nil && hash == key.bytes(.applicationLabel)
                && key.item.attributes[.keyClass]
                    == Int64(KeyClass.privateKey.rawValue).map { .number($0) }
        }

        func item(_ returning: ReturnOptions) -> ItemAnswer.Item {
            var item = ItemAnswer.Item(itemClass: .identity)
            if returning.contains(.data) { item.secret = key.item.secret }
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
                case .key(let key) = ItemObject(.key, key.item.attributes, key.item.secret)
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
