extension LocalKeeper: ExclusiveKeeper {
    package var isExclusive: Bool { get throws(KeychainError) { try vault.isExclusive() } }

    package func checkMayUnlock() throws(KeychainError) { try vault.checkMayUnlock() }

    package func dropSharedKeys() throws(KeychainError) { try vault.dropSharedKeys() }
}
