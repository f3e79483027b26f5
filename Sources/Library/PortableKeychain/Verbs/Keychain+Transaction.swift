extension Keychain {
    /// Changes several items together: all of the changes are made, or none.
    ///
    /// ```swift
    /// let keychain = try Keychain.default
    /// try keychain.transaction { changes throws(KeychainError) in
    ///     changes.set("n3w", for: GenericPassword(service: "api", account: "ci"))
    ///     try changes.delete(matching: .genericPassword(service: "api", account: "old"))
    /// }
    /// ```
    ///
    /// The closure lists the changes; nothing happens before it returns. The changes are then made
    /// in their order, in one transaction that waits for the disk once. To decide by stored values,
    /// read them before: other programs may change them in between.
    ///
    /// A keeper of your own without transactions makes one change after the other, and takes back
    /// those before one that fails as far as possible (`ItemKeeper.performTogether(_:)`).
    ///
    /// - Parameter body: Collects the changes. When it throws, nothing happens.
    /// - Returns: The result of the closure, when all changes are stored.
    /// - Throws: The error of the first change that fails, with its ``KeychainError/operation``,
    ///   such as ``KeychainError/Code/duplicateItem`` for an addition; or any error of the closure.
    @discardableResult
    public func transaction<Result>(
        _ body: (inout Transaction) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        var transaction = Transaction(groups: accessGroups)
        let result = try body(&transaction)
        try checkGroups(of: transaction.steps)
        _ = try performTogether(transaction.steps)
        return result
    }

    /// Changes of several items that are made together (``Keychain/transaction(_:)``).
    ///
    /// It has the verbs of ``Keychain`` that change items. They return nothing, because nothing has
    /// happened yet. It is not a snapshot: it cannot read.
    public struct Transaction: Sendable {
        private(set) var steps: [ItemStep] = []
        private let groups: AccessGroups?

        init(groups: AccessGroups?) { self.groups = groups }

        /// Adds an item that is not there yet, as ``Keychain/add(_:for:)`` does.
        ///
        /// - Parameters:
        ///   - secret: The secret.
        ///   - item: The item; attributes that the keychain decides, such as dates, are ignored.
        public mutating func add<Item: PasswordItem>(
            _ secret: some SecretRepresentable,
            for item: Item
        ) {
            steps.append(ItemStep(item.addition(secret.secretBytes())))
        }

        /// Stores a secret for an item, whether the item is there already or not, as
        /// ``Keychain/set(_:for:)`` does.
        ///
        /// - Parameters:
        ///   - secret: The secret.
        ///   - item: The item.
        public mutating func set<Item: PasswordItem>(
            _ secret: some SecretRepresentable,
            for item: Item
        ) {
            steps.append(item.setting(secret.secretBytes(), groups: groups))
        }

        /// Changes all matching items, as ``Keychain/update(matching:_:)`` does.
        ///
        /// A call without a match is not an error.
        ///
        /// - Parameters:
        ///   - query: The items to change; not identities, which are changed on their own.
        ///   - change: Sets the new values; an attribute can be replaced but not taken away.
        /// - Throws: Any error of `change`.
        public mutating func update<Item: KeychainItem>(
            matching query: KeychainQuery<Item>,
            _ change: (inout KeychainUpdate<Item>) throws(KeychainError) -> Void
        ) throws(KeychainError) {
            steps.append(ItemStep(try query.update(change), skipping: [.itemNotFound]))
        }

        /// Removes all matching items, as ``Keychain/delete(matching:)`` does.
        ///
        /// A call without a match is not an error.
        ///
        /// - Parameter query: The items to remove; at least one condition besides their group and
        ///   set. Not identities, which are removed on their own.
        /// - Throws: ``KeychainError/Code/invalidParameter`` for a match without such a condition.
        public mutating func delete<Item: KeychainItem>(
            matching query: KeychainQuery<Item>
        ) throws(KeychainError) {
            steps.append(ItemStep(try query.deletion(), skipping: [.itemNotFound]))
        }

        /// Removes all items of a class, as ``Keychain/deleteAll(_:)`` does.
        ///
        /// - Parameter type: The class; not identities, which are removed on their own.
        public mutating func deleteAll<Item: KeychainItem>(_ type: Item.Type) {
            steps.append(ItemStep(KeychainQuery<Item>.deletionOfAll, skipping: [.itemNotFound]))
        }
    }
}

extension Keychain.Transaction {
    /// Adds a key, as ``KeychainObjects/add(_:for:)->Item`` does.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - item: The attributes by which it is found and protected.
    public mutating func add(_ key: KeyMaterial, for item: KeyItem) {
        steps.append(ItemStep(item.addition(.key(key))))
    }

    /// Adds a certificate, as ``KeychainObjects/add(_:for:)->Item`` does.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - item: The attributes by which it is labeled and protected.
    public mutating func add(
        _ certificate: X509Certificate,
        for item: CertificateItem = CertificateItem()
    ) {
        steps.append(ItemStep(item.addition(.certificate(certificate))))
    }

    /// Adds a certificate and its private key, as ``KeychainObjects/add(_:for:)->Item`` does.
    ///
    /// - Parameters:
    ///   - identity: The certificate and the key.
    ///   - item: The attributes by which both are found and protected.
    public mutating func add(
        _ identity: IdentityMaterial,
        for item: IdentityItem = IdentityItem()
    ) {
        steps.append(ItemStep(item.addition(.identity(identity.certificate, identity.privateKey))))
    }
}
