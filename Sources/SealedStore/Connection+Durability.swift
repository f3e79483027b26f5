extension Connection {
    /// Refuses everything but a store with a state, all in one snapshot.
    func verify() throws(StoreError) {
        try run("BEGIN")
        try Schema.verify(self)
        _ = try readState()
        try run("COMMIT")
    }

    /// Makes a commit mean that the change is on the disk, and proves that it does.
    func makeDurable(checkpointPages: Int32) throws(StoreError) {
        let journal = try text("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA secure_delete = ON")
        try run("PRAGMA wal_autocheckpoint = \(checkpointPages)")
        // One long item would otherwise leave its log behind in full length.
        try run("PRAGMA journal_size_limit = \(Self.longestIdleLog)")
        guard journal == "wal", try integer("PRAGMA synchronous") == Self.synchronousFull else {
            throw StoreError(.inputOutput, "This file system does not offer durable writes.")
        }
    }

    /// Moves the log into the file; waits for others a moment only, because it can happen later.
    func checkpoint() throws(StoreError) {
        let usual = patience.limit
        patience.limit = Self.checkpointPatience
        defer { patience.limit = usual }
        do {
            // `PRAGMA wal_checkpoint` answers "busy" as a row, not as a failure.
            try run("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            guard error.kind == .busy else { throw error }
        }
    }

    private static let synchronousFull: Int64 = 2
    /// In bytes: what a log grows to between two of its moves into the file.
    private static let longestIdleLog = 4 << 20
    /// In microseconds.
    private static let checkpointPatience: UInt64 = 100_000
}
