/// A keeper whose items can be used through the agent alone (vault-format.md §10.1).
package protocol ExclusiveKeeper: ManagedKeeper {
    /// Whether the keychain is used through the agent alone.
    var isExclusive: Bool { get throws(KeychainError) }

    /// Refuses to unlock an exclusive keychain in a process that is not the agent.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable``.
    func checkMayUnlock() throws(KeychainError)

    /// Drops all keys that are kept for the user's other processes.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if some may still be kept.
    func dropSharedKeys() throws(KeychainError)
}
