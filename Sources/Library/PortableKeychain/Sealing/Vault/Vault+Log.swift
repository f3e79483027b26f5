internal import SealedStore

extension Vault {
    /// Refuses a log that does not belong to the file, before it is moved into the file.
    ///
    /// SQLite replays any sound log on any file: that of another keychain, or an older one of this
    /// keychain beside a file from a backup.
    static func checkLog(
        of store: SealedStore,
        from before: StoredState,
        to after: StoredState,
        _ digests: DigestKeys?,
        _ device: DeviceKey
    ) throws(KeychainError) {
        // A page that cannot be read may be in the middle of being written, and is then in the log.
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
        guard old.keychain == new.keychain, let digests else { return }
        try checkOrigin(of: store, to: after, digests, old.keychain)
    }

    /// Refuses the log of a keychain if its device key is not available, and another one is.
    static func checkLog(
        of store: SealedStore,
        _ state: StoredState,
        _ keybag: Keybag,
        _ finding: ([UInt8]) throws(KeychainError) -> DeviceKey.Found
    ) throws(KeychainError) {
        guard let before = store.stateBeforeLog, let old = try? Keybag(encoded: before.keybag),
            old.deviceKeyID != keybag.deviceKeyID, let found = try? finding(old.deviceKeyID)
        else { return }
        try checkLog(of: store, from: before, to: state, nil, found.key)
    }

    /// Refuses a log that was written for another copy of the file, which the changes in this file
    /// are not part of: SQLite would drop them without a word.
    ///
    /// Each transaction raises the generation by one. So the generations of the file and of the
    /// present state tell after which transaction of the log the file is as it is, if it has not
    /// the state before the first one; and that transaction must have led to the state in the file.
    private static func checkOrigin(
        of store: SealedStore,
        to after: StoredState,
        _ digests: DigestKeys,
        _ keychain: [UInt8]
    ) throws(KeychainError) {
        var (after, last) = (after, LogLook?.none)
        // While another process writes, a look finds what does not belong together.
        for _ in 0..<mostLooks {
            let found = try translating { try store.lookAtLog(after: last) }
            guard let found, found.file != after,
                let file = try? digests.open(found.file, keychain: keychain).generation,
                let present = try? digests.open(after, keychain: keychain).generation,
                present &- file < UInt64(found.transactionCount)
            else { return }
            if found == last {
                let answer = Result { () throws(KeychainError) in
                    try Self.leads(
                        to: found,
                        and: after,
                        after: Int(clamping: present &- file),
                        in: store
                    )
                }
                if case .success(true) = answer { return }
                // Meanwhile another process may have moved the log into the file.
                let next = try translating { try store.lookAtLog(after: found) }
                guard next != found else {
                    _ = try answer.get()
                    throw foreignLog("that of another copy of the file")
                }
            }
            last = found
            after = try translating { try store.readState() }
        }
    }

    /// Whether a transaction of the log led to the state in the file.
    ///
    /// The last one may not be present yet: it is in the log before its writer has flushed it, which
    /// takes as long as the disk wants, and only then do others see it. There is one writer at a time.
    ///
    /// - Parameters:
    ///   - look: The file and its log.
    ///   - present: The present state.
    ///   - count: The number of transactions from the state in the file to the present one, which is less
    ///     than the log has.
    ///   - store: The store.
    /// - Returns: The answer.
    /// - Throws: An error of the disk or of the memory, which leaves the question open.
    private static func leads(
        to look: LogLook,
        and present: StoredState,
        after count: Int,
        in store: SealedStore
    ) throws(KeychainError) -> Bool {
        func state(after place: Int) throws(KeychainError) -> StoredState? {
            try translating { try store.state(afterTransactions: place) }
        }
        let last = look.transactionCount
        if try state(after: last - count) == look.file { return true }
        let isPending = try state(after: last - 1) == present
        guard isPending else { return false }
        return try state(after: last - 1 - count) == look.file
    }

    private static let mostLooks = 100

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
