extension ClassSchema {
    /// Whether the class has every attribute.
    func hasAll(of attributes: ItemAttributes) -> Bool {
        attributes.allSatisfy { has($0.key) }
    }
}

extension ItemRequest {
    /// The part of a request for identities that concerns certificates or keys; `nil` if it
    /// contains an attribute that the class does not have.
    ///
    /// - Parameter schema: The schema of certificates or keys.
    /// - Returns: A request for items of that class.
    /// - Throws: The same errors as ``expanded()``.
    func half(_ schema: ClassSchema) throws(KeychainError) -> ItemRequest? {
        var half = self
        half.itemClass = schema.code.itemClass
        half.secret = nil
        guard case .identity(let certificate, let key) = object else {
            guard schema.hasAll(of: attributes) else { return nil }
            return half
        }
        // The object determines both halves, so an attribute that only the other class has is not a
        // mistake.
        for (key, _) in attributes where !schema.has(key) { half.attributes[key] = nil }
        half.object = schema.code == .certificate ? .certificate(certificate) : .key(key)
        return try half.expanded()
    }

    /// The requests for certificates and for keys that a request for identities means.
    ///
    /// - Parameter attributes: The attributes to change; a class that lacks one of them gets no
    ///   request.
    /// - Returns: At most two requests: for certificates, then for keys.
    /// - Throws: The same errors as ``half(_:)``, and for attributes that neither class has.
    func halves(naming attributes: ItemAttributes) throws(KeychainError) -> [ItemRequest] {
        try self.attributes.checkIdentity()
        var halves: [ItemRequest] = []
        for schema in [ClassSchema.certificate, .key] where schema.hasAll(of: attributes) {
            if let half = try half(schema) { halves.append(half) }
        }
        return halves
    }

    /// Refuses options that are not allowed in an update of identities (item-semantics.md §3.4).
    func checkUpdateOfIdentities(_ changes: ItemChanges) throws(KeychainError) {
        guard persistentReference == nil else {
            throw KeychainError(
                .internalError,
                reason: """
                    An identity cannot be updated by its reference. Update its certificate or its \
                    key.
                    """
            )
        }
        guard changes.secret == nil else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    An update of identities cannot contain a payload. Update the certificate or \
                    the key.
                    """
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
