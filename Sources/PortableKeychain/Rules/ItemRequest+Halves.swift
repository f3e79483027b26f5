extension ClassSchema {
    /// Whether the class has every attribute.
    func hasAll(of attributes: ItemAttributes) -> Bool {
        attributes.allSatisfy { has($0.key) }
    }
}

extension ItemRequest {
    /// What the request says of one half of identities; `nil` when it says something that the
    /// half's class does not have.
    ///
    /// - Parameter schema: Certificates or keys.
    /// - Returns: A request for items of that class.
    /// - Throws: As ``expanded()``.
    func half(_ schema: ClassSchema) throws(KeychainError) -> ItemRequest? {
        var half = self
        half.itemClass = schema.code.itemClass
        half.secret = nil
        guard case .identity(let certificate, let key) = object else {
            guard schema.hasAll(of: attributes) else { return nil }
            half.attributes[.issuer] = attributes[.issuer]?.normalizedName
            return half
        }
        // The object says what both halves are, so an attribute of one half is no slip.
        for (key, _) in attributes where !schema.has(key) { half.attributes[key] = nil }
        half.object = schema.code == .certificate ? .certificate(certificate) : .key(key)
        return try half.expanded()
    }

    /// What the request says of certificates, then of keys.
    ///
    /// - Parameter attributes: What is to be changed: a class without one of these is left out.
    /// - Returns: Requests for items of one class each.
    /// - Throws: As ``half(_:)``, and for attributes that neither class has.
    func halves(naming attributes: ItemAttributes) throws(KeychainError) -> [ItemRequest] {
        try self.attributes.checkIdentity()
        var halves: [ItemRequest] = []
        for schema in [ClassSchema.certificate, .key] where schema.hasAll(of: attributes) {
            if let half = try half(schema) { halves.append(half) }
        }
        return halves
    }

    /// Refuses what an update of identities does not take (item-semantics.md §3.4).
    func checkUpdateOfIdentities(_ changes: ItemChanges) throws(KeychainError) {
        guard persistentReference == nil else {
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
    }
}

extension ItemAttributes {
    /// Refuses attributes that neither certificates nor keys have (item-semantics.md §1.9).
    func checkIdentity() throws(KeychainError) {
        for (key, _) in self where !ClassSchema.key.has(key) {
            _ = try ClassSchema.certificate.rule(key)
        }
    }
}
