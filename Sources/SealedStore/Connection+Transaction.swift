extension Connection {
    /// Runs a body in a read transaction, with one snapshot for everything that it reads.
    func reading<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        try perform(.begin)
        // An error at the end of a transaction that changed nothing has no effect.
        defer { try? perform(.commit) }
        return try body(ReadTransaction(self))
    }

    /// Runs a body in a write transaction; when this returns, all of its changes are on the disk.
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
            // SQLite rolls back automatically after some errors; the first error is reported.
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
            try? perform(.rollback)  // The error below is reported.
            throw StoreError(
                .notFound,
                "The keychain's file was moved or removed. Open the keychain again."
            )
        }
    }

    private func perform(_ key: StatementKey) throws(StoreError) {
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        _ = try firstStep(statement)
    }
}
