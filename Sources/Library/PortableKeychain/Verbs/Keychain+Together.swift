extension Keychain {
    /// Answers several additions, updates and deletions together, in their order: all, or none.
    ///
    /// - Parameters:
    ///   - requests: The changes to make; searches are not allowed.
    ///   - skipped: Failures that leave out a request, and its answer.
    /// - Returns: The answers in the same order.
    /// - Throws: The error of the first request that fails.
    @discardableResult
    package func performTogether(
        _ requests: [ItemRequest],
        skipping skipped: Set<KeychainError.Code> = []
    ) throws(KeychainError) -> [ItemAnswer] {
        try performTogether(requests.map { ItemStep($0, skipping: skipped) })
    }

    /// Makes a change, or else another one: the one way to store an item whether it is there or not.
    ///
    /// In one transaction where the keeper has them. Elsewhere the two are tried in turn until one
    /// succeeds; nothing is read, and the user is asked only where the change itself requires it.
    ///
    /// - Parameters:
    ///   - request: An update with an addition as its alternative, or the other way round.
    ///   - alternative: The request to perform when the first finds no item, or finds it there
    ///     already.
    /// - Returns: The answer of the one that succeeded.
    /// - Throws: The error of the one that failed for another reason, with its
    ///   ``KeychainError/operation``.
    @discardableResult
    package func perform(
        _ request: ItemRequest,
        or alternative: ItemRequest
    ) throws(KeychainError) -> ItemAnswer {
        let answers = try performTogether([ItemStep(request, or: alternative)])
        guard let answer = answers.first else { throw KeychainError(.internalError) }
        return answer
    }
}
