/// Answers requests about items: a local keychain, Apple's functions, or a test double.
///
/// Conform to it to store items elsewhere, and test your keeper with the conformance suite of
/// `KeychainTesting`. Only ``perform(_:)`` is required. Also implement ``performTogether(_:)`` if
/// your store has transactions, and ``ManagedKeeper`` if it can be locked, knows the access groups
/// of its caller, or asks the user.
///
/// ```swift
/// struct ReadOnlyKeeper: ItemKeeper {
///     let keeper: any ItemKeeper
///
///     func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
///         guard case .copyMatching = request.verb else { throw KeychainError(.readOnly) }
///         return try keeper.perform(request)
///     }
/// }
///
/// let keychain = Keychain(keeper: ReadOnlyKeeper(keeper: try Keychain.default))
/// ```
@_spi(Keepers) public protocol ItemKeeper: Sendable {
    /// Answers one request, completely or not at all.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; a search that finds nothing throws instead.
    /// - Throws: ``KeychainError`` with the code of `Specification/item-semantics.md`.
    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer

    /// Makes several changes in order: all of them, or none.
    ///
    /// The default implementation makes the steps one after the other; if one fails, it undoes the
    /// earlier ones as far as possible. It has these limits: others can see intermediate states; a
    /// deleted item that is restored has a new persistent reference; and the user is never asked
    /// for an item only to be able to restore it, so a step that deletes an item which requires
    /// user authentication, or changes its secret or its protection, fails with
    /// ``KeychainError/Code/authenticationRequired`` unless the request brings the proofs. The last
    /// step never needs to be undone, so a single step reads nothing in advance.
    ///
    /// - Parameter steps: Additions, updates and deletions. Searches are refused, and so are
    ///   replacements and changes of identities together with other steps.
    /// - Returns: The answers in the same order, without those of skipped steps.
    /// - Throws: The error of the first step that fails, with its ``KeychainError/operation``.
    func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer]
}

extension ItemKeeper {
    /// Answers a request; `nil` if no item matches.
    ///
    /// - Parameter request: A search, an update or a deletion.
    /// - Returns: The answer; `nil` instead of ``KeychainError/Code/itemNotFound``.
    /// - Throws: Every other error.
    package func answer(to request: ItemRequest) throws(KeychainError) -> ItemAnswer? {
        do throws(KeychainError) {
            return try perform(request)
        } catch  where error.code == .itemNotFound {
            return nil
        }
    }
}
