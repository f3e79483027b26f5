/// One of several changes that a keeper makes together (``ItemKeeper/performTogether(_:)``).
///
/// A step is a request, and may have an alternative: an update that adds the item when there is
/// none, or an addition that updates the item that is there already. Which of the two comes first
/// decides nothing but the order in which they are tried.
public struct ItemStep: Sendable {
    /// What is to be done.
    public var request: ItemRequest
    /// What is done instead when an addition finds the item there, or when an update or a deletion
    /// finds no item.
    public var alternative: ItemRequest?
    /// Failures that leave the step out, instead of failing all steps.
    ///
    /// A request that fails with
    /// one of them must not have changed anything, which holds for
    /// ``KeychainError/Code/duplicateItem`` and ``KeychainError/Code/itemNotFound``.
    public var skipping: Set<KeychainError.Code>

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - request: What is to be done.
    ///   - alternative: What is done instead when the item is there already, or is not there.
    ///   - skipping: Failures that leave the step out.
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
    /// Whether a failure says that this request's alternative is to be tried.
    func givesWay(after error: KeychainError) -> Bool {
        if case .add = verb { error.code == .duplicateItem } else { error.code == .itemNotFound }
    }

    /// Refuses what is no step of several changes.
    ///
    /// - Parameter isAlone: Whether it is the only step.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a search, and for the change of
    ///   identities beside other steps: what it touches is known only when it is made, so a keeper
    ///   without transactions could not take it back.
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
            reason: "Searches, and changes of identities, are not made together with others."
        )
    }
}
