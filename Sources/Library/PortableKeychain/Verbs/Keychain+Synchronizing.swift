extension Keychain {
    /// The keeper of this keychain's items in all groups, to synchronize them.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` over a keeper that cannot synchronize.
    package func synchronizedKeeper() throws(KeychainError) -> any SynchronizedKeeper {
        let all = try withAccessGroups([AccessGroups.administrator])
        guard let keeper = all.keeper.parts.synchronized else {
            throw KeychainError(
                .unimplemented,
                reason: "The keeper of this keychain does not synchronize items."
            )
        }
        return keeper
    }
}
