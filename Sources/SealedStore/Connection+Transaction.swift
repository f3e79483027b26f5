extension Connection {
    /// Runs a body in a read transaction: one snapshot for all it reads.
    func reading<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        try perform(.begin)
        // Ending a transaction that changed nothing cannot fail in a way that matters.
        defer { try? perform(.commit) }
        return try body(ReadTransaction(self))
    }

    /// Runs a body in a write transaction: all its changes are on the disk when this returns.
    func writing<R>(
        keepingIf isKept: (R) -> Bool,
        _ body: (borrowing WriteTransaction) throws -> R
    ) throws -> R {
        try beginWriting()
        do {
            let result = try body(WriteTransaction(self))
            try perform(isKept(result) ? .commit : .rollback)
            return result
        } catch {
            // SQLite rolls back by itself after some failures; the first failure is the one to tell.
            if isInTransaction { try? perform(.rollback) }
            throw error
        }
    }

    private func beginWriting() throws(StoreError) {
        try gate?.pass(patience)
        patience.whenLong = { [gate] in gate?.shut() }
        defer {
            patience.whenLong = nil
            gate?.open()
        }
        try perform(.beginImmediate)
        guard !fileHasMoved else {
            try? perform(.rollback)  // The failure to tell is the one below.
            throw StoreError(.notFound, "The keychain's file has been moved or removed.")
        }
    }

    private func perform(_ key: StatementKey) throws(StoreError) {
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        _ = try firstStep(statement)
    }
}
