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
        if remains.arePresent { emptyLog() }
        try beginWriting()
        let result: R
        do {
            result = try body(WriteTransaction(self))
            if isKept(result) {
                try commit()
            } else {
                try perform(.rollback)
                dropWrittenAhead()
            }
        } catch {
            // SQLite rolls back automatically after some errors; the first error is reported.
            if isInTransaction { try? perform(.rollback) }
            dropWrittenAhead()
            throw error
        }
        if work.erases { emptyLog() }
        return result
    }

    /// Gives back the space that a long transaction took in the log before it failed.
    private func dropWrittenAhead() {
        if pagesWrittenAhead > work.pagesBefore { emptyLog() }
    }

    private func commit() throws(StoreError) {
        // On a full disk, the reserve is what lets a person delete.
        if work.erases, !work.adds { gate?.releaseReserveIfFull() }
        do {
            try perform(.commit)
        } catch {
            // The log may have parts of the transaction, which must not follow a later one.
            remains.arePresent = true
            if error.kind == .diskFull { gate?.releaseReserve() }
            throw error
        }
    }

    private func beginWriting() throws(StoreError) {
        work = Work(pagesBefore: pagesWrittenAhead)
        try gate?.pass(patience)
        patience.whenLong = { [gate] in gate?.shut() }
        defer {
            patience.whenLong = nil
            gate?.open()
        }
        do {
            try perform(.beginImmediate)
        } catch  where error.kind == .diskFull {
            gate?.releaseReserve()
            try perform(.beginImmediate)
        }
        guard !fileHasMoved else {
            try? perform(.rollback)  // The error below is reported.
            throw .moved
        }
    }

    private func perform(_ key: StatementKey) throws(StoreError) {
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        _ = try firstStep(statement)
    }
}

extension StoreError {
    static var moved: StoreError {
        StoreError(
            .notFound,
            "The keychain's file was moved, removed or replaced. Open the keychain again."
        )
    }
}
