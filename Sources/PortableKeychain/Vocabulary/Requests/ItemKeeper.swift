/// Anything that answers requests: the local vault, Apple's functions, later an agent, a fake.
///
/// Conform to it to keep items somewhere else, and run `KeychainTesting`'s conformance suite on it.
/// ``perform(_:)`` is all that it takes. Implement ``performTogether(_:)`` too when your store has
/// transactions, and ``ManagedKeeper`` when it can be locked, knows its caller's access groups, or
/// asks the user.
public protocol ItemKeeper: Sendable {
    /// Answers one request, entirely or not at all.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer; a search that finds nothing throws instead.
    /// - Throws: ``KeychainError`` with the code of `Specification/item-semantics.md`.
    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer

    /// Makes several changes in their order: all of them, or none.
    ///
    /// Without an implementation of your own, the steps are made one after the other, and when one
    /// fails, those before it are taken back as far as possible. Others can see the steps in
    /// between, a deleted item that is put back has a new persistent reference, and what cannot be
    /// read without its user cannot be put back, so it is not changed. The last step is never taken
    /// back, so a single step reads nothing beforehand.
    ///
    /// - Parameter steps: Additions, updates and deletions. Searches are refused, and so is changing
    ///   or deleting identities beside other steps.
    /// - Returns: The answers in the same order, without those of steps that were left out.
    /// - Throws: What the first step that fails throws, with its ``KeychainError/operation``.
    func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer]
}

extension ItemKeeper {
    /// Answers a request; `nil` when no item matches.
    ///
    /// - Parameter request: A search, an update or a deletion.
    /// - Returns: The answer; `nil` in place of ``KeychainError/Code/itemNotFound``.
    /// - Throws: Every other failure.
    package func answer(to request: ItemRequest) throws(KeychainError) -> ItemAnswer? {
        do throws(KeychainError) {
            return try perform(request)
        } catch  where error.code == .itemNotFound {
            return nil
        }
    }
}
