extension Keychain {
    /// Looks for damage that ``repair(keeping:)`` mends, without a change.
    ///
    /// - Returns: A report of what a repair would remove.
    /// - Throws: ``KeychainError/Code/corrupt`` if there is no way to read the other items, and
    ///   ``KeychainError/Code/unimplemented`` over a keeper without files.
    package func damage() throws(KeychainError) -> DamageReport {
        try Self.during(.verify) { () throws(KeychainError) in try repaired.damage() }
    }

    /// Removes what cannot be opened, so that everything else can be searched and changed again.
    ///
    /// One damaged row fails every request that must read it. A synchronized item leaves no tombstone, so
    /// it comes back from the other devices.
    ///
    /// - Parameter copy: Copies the keychain's file as it is, and its log, each with the end of its name; called
    ///   while no other process writes, before anything is changed. If it throws, nothing is.
    /// - Returns: A report of what was removed.
    /// - Throws: As ``damage()``, any error of changing the keychain, or of `copy`.
    package func repair(
        keeping copy: (_ end: String, KeychainFileContent) throws(KeychainError) -> Void
    ) throws(KeychainError) -> DamageReport {
        try Self.during(.verify) { () throws(KeychainError) in try repaired.repair(keeping: copy) }
    }

    private var repaired: any RepairedKeeper {
        get throws(KeychainError) {
            guard let keeper = keeper.parts.repaired else {
                throw ManagedFeature.verification.isMissing
            }
            return keeper
        }
    }
}
