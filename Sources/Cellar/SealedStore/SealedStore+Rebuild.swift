internal import CKeychainSQLite
internal import FileSafety

extension SealedStore {
    /// Writes all of the store again, with the rows that a body chooses among those that can be read.
    ///
    /// Damaged pages, indexes, and notes of the room in the file do not stay, whatever they are. It is one
    /// transaction: other processes see the store before or after it. A copy of the rows is in memory.
    ///
    /// - Parameters:
    ///   - choose: Reads one snapshot, calls its second argument with each row that stays, and returns the
    ///     new state; `nil` to leave the store as it is. Called again if others changed the store meanwhile.
    ///   - copy: Called when no other process can write, before anything is changed. If it throws, nothing is.
    /// - Returns: Whether the store was written again.
    /// - Throws: A ``StoreError``, or the error of a body, unchanged.
    package func rebuild(
        _ choose: (borrowing ReadTransaction, (SealedRow) throws -> Void) throws -> StoredState?,
        keeping copy: () throws -> Void
    ) throws -> Bool {
        guard case .file = place else { throw StoreError(.misuse, "Only a file can be damaged.") }
        try checkProcess()
        for _ in 0..<Self.mostRebuilds {
            var found: StoredState?
            let image = try Connection.image()
            let chosen = try read { rows in
                found = try rows.readState()
                return try choose(copy rows) { row in _ = try image.insert(row) }
            }
            guard let chosen else { return false }
            try image.complete(chosen)
            let isDone = try writer.use { connection in
                FileSizeSignal.asError {
                    Result {
                        try connection.replaceContent(with: image) {
                            guard try read({ try $0.readState() }) == found else { return false }
                            try copy()
                            return true
                        }
                    }
                }
            }.get()
            if isDone { return true }
        }
        throw StoreError(.busy, "Other programs change the keychain all the time. Close them.")
    }

    private static let mostRebuilds = 8
}

extension Connection {
    /// Makes an empty store in memory, in a transaction.
    fileprivate static func image() throws(StoreError) -> Connection {
        let image = try Connection(path: ":memory:", mode: .write, options: SealedStore.Options())
        try image.run("PRAGMA page_size = 4096")
        try image.run("PRAGMA auto_vacuum = INCREMENTAL")
        try image.run("BEGIN IMMEDIATE")
        try Schema.install(in: image)
        return image
    }

    /// Ends the transaction of ``image()``.
    fileprivate func complete(_ state: StoredState) throws(StoreError) {
        try writeState(state)
        try run("COMMIT")
    }

    /// Puts the content of another database in the place of this one's, in one transaction
    /// (https://sqlite.org/c3ref/backup_finish.html).
    ///
    /// - Parameters:
    ///   - image: The other database.
    ///   - isMeant: Called with the write lock; returns whether to continue.
    /// - Returns: The answer of `isMeant`.
    /// - Throws: A ``StoreError``, or the error of `isMeant`; then nothing is changed.
    fileprivate func replaceContent(with image: Connection, _ isMeant: () throws -> Bool) throws
        -> Bool
    {
        guard !fileHasMoved else { throw StoreError.moved }
        guard let backup = sqlite3_backup_init(handle, "main", image.handle, "main") else {
            throw StoreError(code: sqlite3_extended_errcode(handle), doing: "repair", on: handle)
        }
        var isMade = false
        // Without its last step, it leaves the content as it was.
        defer { if !isMade { sqlite3_backup_finish(backup) } }
        // The first page takes the lock.
        var code = sqlite3_backup_step(backup, 1)
        patience.renew()
        while code == SQLITE_BUSY || code == SQLITE_LOCKED, patience.wait() {
            code = sqlite3_backup_step(backup, 1)
        }
        guard code == SQLITE_OK else { throw StoreError(code: code, doing: "repair", on: handle) }
        guard try isMeant() else { return false }
        code = sqlite3_backup_step(backup, -1)
        guard code == SQLITE_DONE else {
            throw StoreError(code: code, doing: "repair", on: handle)
        }
        isMade = true
        code = sqlite3_backup_finish(backup)
        guard code == SQLITE_OK else { throw StoreError(code: code, doing: "repair", on: handle) }
        emptyLog()
        return true
    }
}

extension ReadTransaction {
    /// Calls a body with each row that can be read, in the order of ids.
    ///
    /// - Returns: Whether all could be read; not if a page of the table is damaged, which has several rows.
    /// - Throws: The error of the body, or a ``StoreError`` that is not `.corrupt`.
    package func forEachReadableRow(_ body: (borrowing RowView) throws -> Void) throws -> Bool {
        var (last, step, isWhole) = (Int64?.none, Int64(1), true)
        while true {
            do {
                try forEachRow(RowQuery(after: last, wantsSecret: true)) { row in
                    do { try body(row) } catch { throw BodyError(error) }
                    (last, step) = (row.id, 1)
                    return true
                }
                return isWhole
            } catch let error as BodyError {
                throw error.error
            } catch let error as StoreError where error.kind == .corrupt {
                isWhole = false
                // The next rows may be in the same page; behind many, the numbers are farther apart.
                let (next, isOver) = (last ?? 0).addingReportingOverflow(step)
                guard !isOver else { return false }
                last = next
                if step >= Self.singleSteps { step *= 2 } else { step += 1 }
                if step > Self.longestStep { return false }
            }
        }
    }

    private static let singleSteps: Int64 = 64
    private static let longestStep = Int64(1) << 40

    private struct BodyError: Error {
        let error: any Error
        init(_ error: any Error) { self.error = error }
    }
}
