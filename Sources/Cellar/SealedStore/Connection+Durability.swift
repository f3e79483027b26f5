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
    func makeDurable(checkpointPages: Int32) throws(StoreError) {
        let journal = try text("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA secure_delete = ON")
        // Each transaction is written to the log once, in the order of its pages: ``LogInspection``
        // relies on it.
        try run("PRAGMA cache_spill = OFF")
        try run("PRAGMA wal_autocheckpoint = \(checkpointPages)")
        // Otherwise the log would stay as long as the longest transaction made it.
        try run("PRAGMA journal_size_limit = \(Self.longestIdleLog)")
        guard journal == "wal", try integer("PRAGMA synchronous") == Self.synchronousFull else {
            throw StoreError(
                .inputOutput,
                "This file system does not offer durable writes. Use another folder."
            )
        }
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
    /// In bytes: the size to which a log grows between two checkpoints.
    static let longestIdleLog = 1 << 20
    /// In microseconds.
    private static let erasurePatience: UInt64 = 250_000
}
