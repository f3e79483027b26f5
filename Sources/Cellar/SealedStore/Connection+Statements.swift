internal import CKeychainSQLite

/// Prepared statements, which a connection keeps for the next search of the same shape.
extension Connection {
    /// Returns the prepared statement of a key, which the caller must give back
    /// (``giveBack(_:of:)``).
    func lend(_ key: StatementKey) throws(StoreError) -> Statement {
        // Looking through the table would hash the key, and most requests are like the one before.
        if let last, last.key == key, sqlite3_stmt_busy(last.statement.handle) == 0 {
            return last.statement
        }
        if let kept = statements[key], sqlite3_stmt_busy(kept.handle) == 0 {
            last = (key, kept)
            return kept
        }
        let isKept = statements[key] == nil
        let statement = try prepare(key.sql, persistent: isKept)
        if isKept {
            if statements.count >= Self.maximumStatements { dropIdleStatements() }
            statements[key] = statement
        }
        return statement
    }

    /// Takes a statement back.
    ///
    /// One that was prepared while the kept statement was running is finalized.
    func giveBack(_ statement: Statement, of key: StatementKey) {
        if last?.statement.handle == statement.handle
            || statements[key]?.handle == statement.handle
        {
            statement.reset(releasesBindings: key.lendsBytes)
        } else {
            sqlite3_finalize(statement.handle)
        }
    }

    /// The number of statements that are kept prepared.
    var keptStatementCount: Int { statements.count }

    private static let maximumStatements = 64

    private func dropIdleStatements() {
        last = nil
        for (key, statement) in statements where sqlite3_stmt_busy(statement.handle) == 0 {
            sqlite3_finalize(statement.handle)
            statements[key] = nil
        }
    }

    func prepare(_ sql: String, persistent: Bool) throws(StoreError) -> Statement {
        var statement: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        patience.renew()
        while true {
            let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
            if code == SQLITE_OK, let statement { return Statement(handle: statement) }
            let failure = StoreError(code: code, doing: "prepare", on: handle)
            // Preparing reads the schema, so it can have to wait like a first step.
            guard failure.kind == .busy, !hasSnapshot, patience.wait() else { throw failure }
        }
    }
}
