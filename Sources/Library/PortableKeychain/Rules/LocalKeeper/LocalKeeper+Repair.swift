extension LocalKeeper: RepairedKeeper {
    package func damage() throws(KeychainError) -> DamageReport { try vault.damage() }

    package func repair(
        keeping copy: (_ end: String, KeychainFileContent) throws(KeychainError) -> Void
    ) throws(KeychainError) -> DamageReport {
        try vault.repair(keeping: copy)
    }
}
