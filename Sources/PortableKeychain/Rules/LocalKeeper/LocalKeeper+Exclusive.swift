extension LocalKeeper {
    /// Whether the keychain is used through the agent alone.
    var isExclusive: Bool { get throws(KeychainError) { try vault.isExclusive() } }

    /// Refuses to unlock an exclusive keychain in a process that is not the agent.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable``.
    func checkMayUnlock() throws(KeychainError) { try vault.checkMayUnlock() }

    /// Drops all keys that are kept for the user's other processes.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if some may still be kept.
    func dropSharedKeys() throws(KeychainError) { try vault.dropSharedKeys() }
}
