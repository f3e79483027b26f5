internal import SealedStore

extension Vault {
    /// Refuses a log that does not belong to the file, before it is moved into the file.
    ///
    /// SQLite replays any sound log on any file: that of another keychain, or an older one of this
    /// keychain beside a file from a backup.
    static func checkLog(
        from before: StoredState,
        to after: StoredState,
        _ digests: DigestKeys?,
        _ device: DeviceKey
    ) throws(KeychainError) {
        // What cannot be read may be in the middle of being written, and is then in the log.
        guard let old = try? Keybag(encoded: before.keybag) else { return }
        let new = try Keybag(encoded: after.keybag)
        guard old.keychain == new.keychain || device.isSuccessor(new.keychain, of: old.keychain)
        else { throw foreignLog("of another keychain") }
        let earlier =
            old.keychain == new.keychain
            ? digests : try? KeySet(keybag: old, epoch: before.epoch, device: device).digests
        guard let oldState = try? earlier?.open(before, keychain: old.keychain),
            let newState = try? digests?.open(after, keychain: new.keychain)
        else { return }
        guard oldState.generation <= newState.generation else {
            throw foreignLog("older than the file")
        }
    }

    /// Verifies the keychain before the first change if it had a log when it was opened, because a
    /// log of another time leaves rows that do not belong together.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when the rows are not those of the state.
    func confirmLog() throws(KeychainError) {
        if store.stateBeforeLog != nil { try confirmAbsence() }
    }

    private static func foreignLog(_ what: String) -> KeychainError {
        KeychainError(
            .corrupt,
            reason: """
                The log beside the keychain (its name ends in -wal) is \(what): one of the two files \
                was replaced. Nothing was changed. Put back the files that belong together, or move \
                the log away to use the file without it.
                """
        )
    }
}
