// Calls that look right and are not. The compiler would answer with a sentence about types; these
// declarations let it say what to write.

extension Keychain {
    /// Names of items are values: the compiler says how to make one.
    @available(
        *,
        unavailable,
        message: "Name the item: set(secret, for: GenericPassword(service: …, account: …))."
    )
    public func set(
        _ secret: some SecretRepresentable,
        for service: String
    ) throws(KeychainError) { throw KeychainError(.unimplemented) }

    /// Names of items are values: the compiler says how to make one.
    @available(
        *,
        unavailable,
        message: "Name the item: add(secret, for: GenericPassword(service: …, account: …))."
    )
    public func add(
        _ secret: some SecretRepresentable,
        for service: String
    ) throws(KeychainError) { throw KeychainError(.unimplemented) }

    /// Names of items are values: the compiler says how to make one.
    @available(
        *,
        unavailable,
        message: "Name the item: secret(for: GenericPassword(service: …, account: …))."
    )
    public func secret(for service: String) throws(KeychainError) -> SecretBytes? {
        throw KeychainError(.unimplemented)
    }

    /// Names of items are values: the compiler says how to make one.
    @available(
        *,
        unavailable,
        message: "Name the item: delete(GenericPassword(service: …, account: …))."
    )
    public func delete(_ service: String) throws(KeychainError) -> Bool {
        throw KeychainError(.unimplemented)
    }
}

extension Keychain {
    /// A closure of several statements without the type of its errors: the compiler says what to
    /// write.
    @available(
        *,
        unavailable,
        message: "Say what the closure throws: { changes throws(KeychainError) in … }."
    )
    @discardableResult
    public func transaction<Result>(
        _ body: (inout Transaction) throws -> Result
    ) throws -> Result { throw KeychainError(.unimplemented) }

    /// A closure of several statements without the type of its errors: the compiler says what to
    /// write.
    @available(
        *,
        unavailable,
        message: "Say what the closure throws: { change throws(KeychainError) in … }."
    )
    public func update<Item: KeychainItem>(
        matching query: KeychainQuery<Item>,
        _ change: (inout KeychainUpdate<Item>) throws -> Void
    ) throws -> Int { throw KeychainError(.unimplemented) }

    /// A closure of several statements without the type of its errors: the compiler says what to
    /// write.
    @available(
        *,
        unavailable,
        message: "Say what the closure throws: { keychain throws(KeychainError) in … }."
    )
    public func inBackground<R: Sendable>(
        _ work: @escaping @Sendable (Keychain) throws -> R
    ) async throws -> R { throw KeychainError(.unimplemented) }
}
