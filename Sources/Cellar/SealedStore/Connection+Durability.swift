internal import CKeychainSQLite

extension Connection {
    /// Checks in one snapshot that the file has the layout and the state of a store.
    func verify() throws(StoreError) {
        try run("BEGIN")
        try Schema.verify(self)
        _ = try readState()
        try run("COMMIT")
    }

    /// Configures SQLite so that a commit waits until its changes are on the disk, and checks the
    /// settings.
    func makeDurable(_ options: SealedStore.Options) throws(StoreError) {
        let journal = try text("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA secure_delete = ON")
        // A longer transaction writes pages into the log before its end: they count only with it.
        try run("PRAGMA cache_spill = \(options.cachePages ?? Self.mostChangedPages)")
        if let pages = options.cachePages { try run("PRAGMA cache_size = \(pages)") }
        try run("PRAGMA wal_autocheckpoint = \(options.checkpointPages)")
        // Otherwise the log would stay as long as the longest transaction made it.
        try run("PRAGMA journal_size_limit = \(Self.longestIdleLog)")
        guard journal == "wal", try integer("PRAGMA synchronous") == Self.synchronousFull else {
            throw StoreError(
                .inputOutput,
                "This file system does not offer durable writes. Use another folder."
            )
        }
    }

    /// The number of pages that transactions of this connection have written into the log before their
    /// end.
    var pagesWrittenAhead: Int32 {
        var (count, most): (Int32, Int32) = (0, 0)
        let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_SPILL, &count, &most, 0)
        return code == SQLITE_OK ? count : 0
    }

    /// Empties the log, so that deleted and replaced rows are neither in the file nor in the log.
    ///
    /// A reader with a snapshot keeps the log in use, so this waits for it, but not for long and
    /// without locks: others can write meanwhile. If it does not succeed, the next request tries
    /// again.
    func emptyLog() {
        // One long wait is enough for a reader that does not end.
        let patience = Patience(limit: remains.arePresent ? 0 : Self.erasurePatience)
        remains.arePresent = true
        repeat {
            if truncateLog() {
                remains.arePresent = false
                gate?.reserve()
                return
            }
        } while patience.wait()
    }

    private static let synchronousFull: Int64 = 2
    /// The largest number of changed pages in memory, 32 MB: a transaction that adds rows comes back
    /// to the pages of indexes in random order.
    ///
    /// SQLite also takes the last eight bits of it for a switch, which 8192 would turn off.
    static let mostChangedPages: Int32 = 8191
    /// In bytes: the size to which a log grows between two checkpoints.
    static let longestIdleLog = 1 << 20
    /// In microseconds.
    private static let erasurePatience: UInt64 = 250_000
}
