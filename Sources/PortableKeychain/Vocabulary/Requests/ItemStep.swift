/// One of several changes that a keeper makes together (``ItemKeeper/performTogether(_:)``).
///
/// A step is a request, and can have an alternative: an update that adds the item if it does not
/// exist, or an addition that updates the item if it exists already. The choice of the first of the
/// two affects only the order in which they are tried.
public struct ItemStep: Sendable {
    /// The request.
    public var request: ItemRequest
    /// The request to make instead if an addition finds that the item exists, or if an update or
    /// deletion finds no item.
    public var alternative: ItemRequest?
    /// Errors that skip this step instead of failing all steps.
    ///
    /// A request that fails with one of them must not have changed anything. That is true of
    /// ``KeychainError/Code/duplicateItem`` and ``KeychainError/Code/itemNotFound``.
    public var skipping: Set<KeychainError.Code>

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - alternative: The request to make instead if the item exists already, or does not exist.
    ///   - skipping: Errors that skip the step.
    public init(
        _ request: ItemRequest,
        or alternative: ItemRequest? = nil,
        skipping: Set<KeychainError.Code> = []
    ) {
        self.request = request
        self.alternative = alternative
        self.skipping = skipping
    }
}

extension ItemRequest {
    /// Whether the alternative of this request is tried after an error.
    func givesWay(after error: KeychainError) -> Bool {
        if case .add = verb { error.code == .duplicateItem } else { error.code == .itemNotFound }
    }

    /// Refuses requests that cannot be a step.
    ///
    /// - Parameter isAlone: Whether the request is the only step.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a search, and for a change of
    ///   identities together with other steps. The items that such a change affects are known only
    ///   when it is made, so a keeper without transactions could not undo it.
    func checkStep(isAlone: Bool) throws(KeychainError) {
        let isRefused: Bool
        switch verb {
        case .copyMatching: isRefused = true
        case .add: isRefused = false
        case .update, .delete: isRefused = isAlone ? false : try expanded().asksForIdentities()
        }
        guard isRefused else { return }
        throw KeychainError(
            .invalidParameter,
            during: verb.operation,
            reason: """
                Searches and changes of identities cannot be combined with other steps. Make them \
                separately.
                """
        )
    }
}
