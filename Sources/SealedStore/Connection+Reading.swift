extension Connection {
    /// The store's epoch.
    func epoch() throws(StoreError) -> Int64 {
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
        let query = try Self.checked(query)
        guard query.groups?.isEmpty != true else { return }
        let key = StatementKey.query(QueryShape(query))
        try (query.identifier ?? []).withUnsafeBytes { identifier in
            try (query.primaryKey ?? []).withUnsafeBytes { primaryKey in
                let statement = try lend(key)
                defer { giveBack(statement, of: key) }
                try statement.bind(query, identifier: identifier, primaryKey: primaryKey)
                var hasRow = try firstStep(statement)
                while hasRow {
                    guard try body(RowView(statement, withSecret: query.wantsSecret)) else {
                        return
                    }
                    hasRow = try statement.step()
                }
            }
        }
    }

    /// The problems that SQLite's own check finds; empty for an undamaged file.
    func integrityProblems() throws(StoreError) -> [String] {
        var problems: [String] = []
        do {
            // Its messages contain tables, indexes, columns and row numbers, never the content of a
            // row. The names are ours, because the schema was verified.
            try forEach("PRAGMA integrity_check(100)") { statement in
                if let line = statement.text(at: 0), line != "ok" { problems.append(line) }
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
