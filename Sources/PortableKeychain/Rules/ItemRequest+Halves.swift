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
}

extension ItemAttributes {
    /// Refuses attributes that neither certificates nor keys have (item-semantics.md §1.9).
    func checkIdentity() throws(KeychainError) {
        for (key, _) in self where !ClassSchema.key.has(key) {
            _ = try ClassSchema.certificate.rule(key)
        }
    }
}
