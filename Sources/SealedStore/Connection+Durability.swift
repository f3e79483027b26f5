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

    /// Moves the log into the file.
    ///
    /// It waits for others only briefly, because a later checkpoint can do it.
    func checkpoint() throws(StoreError) {
        let usual = patience.limit
        patience.limit = Self.checkpointPatience
        defer { patience.limit = usual }
        do {
            // `PRAGMA wal_checkpoint` reports "busy" as a row, not as an error.
            try run("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            guard error.kind == .busy else { throw error }
        }
    }

    private static let synchronousFull: Int64 = 2
    /// In bytes: the size to which a log grows between two checkpoints.
    private static let longestIdleLog = 4 << 20
    /// In microseconds.
    private static let checkpointPatience: UInt64 = 100_000
}
