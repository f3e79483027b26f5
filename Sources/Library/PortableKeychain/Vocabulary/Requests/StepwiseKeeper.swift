/// A keeper that makes changes together of which one is in memory at a time.
package protocol StepwiseKeeper: ItemKeeper {
    /// Makes several changes in order: all of them, or none.
    ///
    /// - Parameters:
    ///   - context: Has proofs for requests without a context of their own.
    ///   - steps: Calls its argument with each step. It is called again if the store repeats an
    ///     attempt or the user had to be asked, and what was changed is undone if it fails.
    /// - Throws: The same errors as ``ItemKeeper/performTogether(_:)``, or any error of `steps`.
    func performTogether(
        carrying context: AuthenticationContext?,
        _ steps: ItemSteps
    ) throws(KeychainError)
}

/// Calls its argument with each of some changes, from the first one on.
package typealias ItemSteps =
    (_ body: (ItemStep) throws(KeychainError) -> Void) throws(KeychainError) -> Void
