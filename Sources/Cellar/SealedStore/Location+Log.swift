extension Location {
    static let logSuffix = "-wal"
    var log: String { path + Self.logSuffix }

    /// Refuses a log in which damage hides acknowledged changes, before SQLite reads it.
    ///
    /// Call this before each connection is opened: the first one takes the damage for the end of
    /// the log, and the next change overwrites what follows.
    func inspectLog() throws(StoreError) {
        guard var found = try LogInspection(log), found.isDamaged else { return }
        // While another process writes, frames are read that do not belong together. Damage stays.
        for _ in 0..<Self.mostLooks {
            Self.pauseBetweenLooks()
            guard let next = try LogInspection(log), next.isDamaged else { return }
            if next == found { throw damagedLog(found) }
            found = next
        }
    }

    /// The state in the file alone, if there is a log with changes; `nil` if it cannot be read,
    /// because another process is just moving the log into the file.
    func stateBeforeLog(_ options: SealedStore.Options) throws(StoreError) -> StoredState? {
        guard try LogInspection(log)?.transactionCount ?? 0 > 0 else { return nil }
        let file = try? Connection(path: path, mode: .readImmutable, options: options)
        return try? file?.readState()
    }

    private func damagedLog(_ found: LogInspection) -> StoreError {
        let advice =
            found.header == nil
            ? "Removing the log alone would return to the state before it."
            : "To keep only the changes before the damage instead, run: "
                + "truncate -s \(found.transactionCount > 0 ? found.soundLength : 0) '\(log)'"
        return StoreError(
            .corrupt,
            """
            The keychain's log \(log) is damaged, and changes that were saved after the damage \
            cannot be read. Nothing was changed. Move the keychain and its log to another folder, and \
            then restore a backup. \(advice)
            """
        )
    }

    /// Lets a process that writes continue.
    static func pauseBetweenLooks() { System.sleep(microseconds: 20_000) }

    private static let mostLooks = 100
}
