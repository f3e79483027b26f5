internal import Synchronization

/// Keychains that are used through the agent alone (vault-format.md §10.1).
extension Vault {
    /// Whether the keychain is marked: it has an item in a group of its own.
    ///
    /// The mark is sealed as every item is, and readable while the keychain is locked. Its token says
    /// which row it is, and its metadata must open, so only who has the device key can make it.
    /// Whether it was removed is not checked: it is a courtesy between programs of one user, all of
    /// which have that key.
    func isExclusive() throws(KeychainError) -> Bool {
        var pattern = RowPattern(classCode: .genericPassword)
        pattern.groups = groupTokens([AccessGroups.encodedExclusive], in: .genericPassword)
        pattern.isTombstone = false
        var isMarked = false
        try search(pattern) { row throws(KeychainError) in
            guard case .open(let classKeys) = try row.availability() else { return true }
            try row.open(with: classKeys) { view, _ throws(KeychainError) in
                // A token has 64 bits, which two groups can share.
                let group = try view.find(.accessGroup)
                isMarked = group?.bytes.elementsEqual(AccessGroups.encodedExclusive) ?? false
            }
            return !isMarked
        }
        return isMarked
    }

    /// Refuses to unlock an exclusive keychain in a process that is not the agent.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable``.
    func checkMayUnlock() throws(KeychainError) {
        guard world.exclusiveRetention == nil, try isExclusive() else { return }
        throw KeychainError(
            .notAvailable,
            reason: """
                This keychain is used through the agent, which alone is given its passcode. Set \
                PORTABLE_KEYCHAIN_AGENT to 'require', or run 'keychainctl agent exclusive off'.
                """
        )
    }

    /// Drops all keys that are kept for other processes, also those of items that stay available
    /// during a lock.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if some may still be kept.
    func dropSharedKeys() throws(KeychainError) {
        do throws(RetentionError) {
            try SharedKeys.dropAll(
                of: open.withLock { $0.keys.keybag },
                from: world.retention
            )
        } catch .unavailable {
            // The kernel has never kept keys for this process.
        } catch {
            throw KeychainError.notLocked(error)
        }
    }
}
