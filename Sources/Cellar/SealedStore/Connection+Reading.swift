extension Connection {
    /// The store's epoch.
    func epoch() throws(StoreError) -> Int64 {
        guard !isInTransaction, let mark = logMark else { return try storedEpoch() }
        if let known = knownEpoch, known.mark == mark { return known.epoch }
        return try snapshotEpoch(since: mark)
    }

    private func storedEpoch() throws(StoreError) -> Int64 {
        try first(.readEpoch) { statement throws(StoreError) in try statement.integer(at: 0) }
    }

    /// The store's state, whose length is checked before it is copied.
    func readState() throws(StoreError) -> StoredState {
        try first(.readState) { statement throws(StoreError) in
            let keybag = try statement.blob(at: 1)
            let digest = try statement.blob(at: 2)
            guard max(keybag.count, digest.count) <= Schema.maximumStateLength else {
                throw StoreError(
                    .corrupt,
                    "The keychain is damaged: its state is too long. Restore a backup."
                )
            }
            return StoredState(
                epoch: try statement.integer(at: 0),
                keybag: [UInt8](keybag),
                digest: [UInt8](digest)
            )
        }
    }

    /// The number of rows.
    func rowCount() throws(StoreError) -> Int {
        try first(.countRows) { statement throws(StoreError) in Int(try statement.integer(at: 0)) }
    }

    /// Calls a body for each matching row in the order of ids, until it returns false.
    func forEachRow(_ query: RowQuery, _ body: (borrowing RowView) throws -> Bool) throws {
        if let groups = query.groups, groups.count != 1 {
            guard !groups.isEmpty else { return }
            return try forEachRowOnce(Self.checked(query), body)
        }
        try forEachRowOnce(query, body)
    }

    private func forEachRowOnce(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        let key = StatementKey.query(QueryShape(query))
        // Within a transaction, its snapshot counts, and not what was committed since.
        let mark = isInTransaction ? nil : logMark
        try (query.identifier ?? []).withUnsafeBytes { identifier in
            try (query.primaryKey ?? []).withUnsafeBytes { primaryKey in
                let statement = try lend(key)
                defer { giveBack(statement, of: key) }
                try statement.bind(query, identifier: identifier, primaryKey: primaryKey)
                guard try firstStep(statement) else { return }
                let epoch = try snapshotEpoch(since: mark)
                repeat {
                    let row = try RowView(statement, withSecret: query.wantsSecret, epoch: epoch)
                    guard try body(row) else { return }
                } while try statement.step()
            }
        }
    }

    /// Whether a row has a second token.
    func hasRow(second: Int64) throws(StoreError) -> Bool {
        let key = StatementKey.findSecond
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        try statement.bind(second, at: 1)
        return try firstStep(statement)
    }

    /// The epoch in the snapshot of a statement that has made its first step.
    ///
    /// - Parameter mark: The mark of the log before that step. If it is the present one, the
    ///   snapshot is that of the mark, whose epoch may be known.
    /// - Returns: The epoch.
    /// - Throws: A ``StoreError`` if it cannot be read.
    private func snapshotEpoch(since mark: StoreMark?) throws(StoreError) -> Int64 {
        guard let mark, mark == logMark else { return try storedEpoch() }
        if let known = knownEpoch, known.mark == mark { return known.epoch }
        let epoch = try storedEpoch()
        knownEpoch = (mark, epoch)
        return epoch
    }

    /// The problems that SQLite's own check finds; empty for an undamaged file.
    func integrityProblems() throws(StoreError) -> [String] {
        var problems: [String] = []
        do {
            // Its messages contain tables, indexes, columns and row numbers, never the content of a
            // row. The names are ours, because the schema was verified.
            try forEach("PRAGMA integrity_check(100)") { statement in
                // The first has several lines below a title.
                let lines = statement.text(at: 0)?.split(separator: "\n").map(String.init) ?? []
                problems += lines.filter { $0 != "ok" && !$0.hasPrefix("***") }
            }
        } catch {
            guard [.corrupt, .notAStore].contains(error.kind) else { throw error }
            problems.append(error.description)
        }
        return problems
    }

    private static let maximumGroups = 1000

    /// Removes duplicate groups, which would return rows twice.
    private static func checked(_ query: RowQuery) throws(StoreError) -> RowQuery {
        guard let groups = query.groups, groups.count > 1 else { return query }
        guard groups.count <= maximumGroups else {
            throw StoreError(.misuse, "A query names more than \(maximumGroups) groups.")
        }
        let distinct = Set(groups)
        guard distinct.count < groups.count else { return query }
        var query = query
        query.groups = distinct.sorted()
        return query
    }

    private func first<R>(
        _ key: StatementKey,
        _ body: (Statement) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        guard try firstStep(statement) else {
            throw StoreError(
                .corrupt,
                "The keychain is damaged: its state is missing. Restore a backup."
            )
        }
        return try body(statement)
    }
}
