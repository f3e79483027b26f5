/// One of several changes that a keeper makes together (``ItemKeeper/performTogether(_:)``).
///
/// A step is a request, and can have an alternative: an update that adds the item if it does not
/// exist, or an addition that updates the item if it exists already. The choice of the first of the
/// two affects only the order in which they are tried.
///
/// An addition can also replace an item (``replaced``), which asks the user for nothing where an
/// update would: the old secret is not read.
@_spi(Keepers) public struct ItemStep: Sendable {
    /// The request.
    public var request: ItemRequest
    /// The request to make instead if an addition finds that the item exists, or if an update or
    /// deletion finds no item.
    public var alternative: ItemRequest?
    /// The deletion of the item that an addition replaces.
    ///
    /// It is made if the addition finds that the item exists; then the addition is made again.
    /// Neither reads the item. Such a step must be the only one, and its item must have an account,
    /// because a keeper without transactions could not restore the item. Such a keeper adds the new
    /// item under the account and " (new value)" before it deletes the old one, so that one of the
    /// two is always there. The copy is removed at the end, unless the addition fails after the
    /// deletion.
    public var replaced: ItemRequest?
    /// Errors that skip this step instead of failing all steps.
    ///
    /// A request that fails with one of them must not have changed anything. That is true of
    /// ``KeychainError/Code/duplicateItem`` and ``KeychainError/Code/itemNotFound``.
    public var skipping: Set<KeychainError.Code>

    /// The end of the account under which a keeper without transactions keeps the new item while it
    /// replaces one (``replaced``).
    package static let copySuffix = " (new value)"

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - alternative: The request to make instead if the item exists already, or does not exist.
    ///   - replaced: The deletion of the item that an addition replaces.
    ///   - skipping: Errors that skip the step.
    public init(
        _ request: ItemRequest,
        or alternative: ItemRequest? = nil,
        replacing replaced: ItemRequest? = nil,
        skipping: Set<KeychainError.Code> = []
    ) {
        self.request = request
        self.alternative = alternative
        self.replaced = replaced
        self.skipping = skipping
    }
}

extension ItemRequest {
    /// Whether the alternative of this request is tried after an error.
    func givesWay(after error: KeychainError) -> Bool {
        if case .add = verb { error.code == .duplicateItem } else { error.code == .itemNotFound }
    }
}

extension ItemStep {
    /// Refuses requests that cannot be a step.
    ///
    /// - Parameter isAlone: Whether it is the only step.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a search, for a replacement of an item
    ///   without an account, and for a change of identities or a replacement together with other
    ///   steps. The items that a change of identities affects are known only when it is made, and a
    ///   replaced item is not read, so a keeper without transactions could not undo them.
    func check(isAlone: Bool) throws(KeychainError) {
        let isRefused: Bool
        switch request.verb {
        case .copyMatching: isRefused = true
        case .add:
            let hasAccount = [.genericPassword, .internetPassword].contains(request.itemClass)
            isRefused = replaced != nil && !(isAlone && hasAccount)
        case .update, .delete:
            let asksForIdentities = isAlone ? false : try request.expanded().asksForIdentities()
            isRefused = replaced != nil || asksForIdentities
        }
        guard isRefused else { return }
        throw KeychainError(
            .invalidParameter,
            during: request.verb.operation,
            reason: """
                Searches, replacements and changes of identities cannot be combined with other \
                steps, and only passwords can be replaced. Make such changes separately.
                """
        )
    }
}
