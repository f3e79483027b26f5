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
    ///   - copy: Copies the file and its log, each with the end of its name, when no other process can write
    ///     and nothing is changed. If it throws, nothing is.
    /// - Returns: Whether the store was written again.
    /// - Throws: A ``StoreError``, or the error of a body, unchanged.
    package func rebuild(
        _ choose: (borrowing ReadTransaction, (SealedRow) throws -> Bool) throws -> StoredState?,
        keeping copy: (_ end: String, _ file: StoreFile) throws -> Void
    ) throws -> Bool {
        guard case .file = place, let location = source?.location else {
            throw StoreError(.misuse, "Only a file can be damaged.")
        }
        try checkProcess()
        for _ in 0..<Self.mostRebuilds {
            var found: StoredState?
            let image = try Connection.image()
            let chosen = try read { rows in
                found = try rows.readState()
                return try choose(copy rows) { row in try image.insertUnlessPresent(row) }
            }
            guard let chosen else { return false }
            try image.complete(chosen)
            let isDone = try writer.use { connection in
                FileSizeSignal.asError {
                    Result {
                        try connection.replaceContent(with: image) {
                            guard try read({ try $0.readState() }) == found else { return false }
                            try copy("", try StoreFile(of: connection))
                            guard let log = try StoreFile(log: location) else { return true }
                            try copy(Location.logSuffix, log)
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

/// A file of a store, for a copy of it; valid only in the call that receives it.
package final class StoreFile {
    /// The number of its bytes.
    package let length: Int64
    /// The file of a connection, whose locks a descriptor of its own would drop (see ``System``).
    private let connected: UnsafeMutableRawPointer?
    /// The descriptor of the log, which nothing locks.
    private let descriptor: Int32

    fileprivate init(of connection: Connection) throws(StoreError) {
        (connected, descriptor) = (connection.file, -1)
        length = pk_sqlite_file_length(connection.file)
        guard length >= 0 else { throw Self.unreadable }
    }

    /// Opens the log; `nil` if there is none, or an empty one.
    fileprivate init?(log location: Location) throws(StoreError) {
        let length = try System.facts(location.log)?.size ?? 0
        guard length > 0, let file = try System.openForReading(location.log) else { return nil }
        (self.length, connected, descriptor) = (length, nil, file)
    }

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Fills memory with the bytes from a place on.
    package func fill(
        _ room: UnsafeMutableRawBufferPointer,
        from place: Int64
    ) throws(StoreError) {
        let isFilled =
            descriptor >= 0
            ? System.read(descriptor, into: room, at: place) == room.count
            : pk_sqlite_file_read(connected, room.baseAddress, Int32(room.count), place)
                == SQLITE_OK
        guard isFilled else { throw Self.unreadable }
    }

    private static var unreadable: StoreError { StoreError(code: SQLITE_IOERR, doing: "read") }
}

extension Connection {
    /// Makes an empty store in memory, in a transaction.
    fileprivate static func image() throws(StoreError) -> Connection {
        let image = try Connection(path: ":memory:", mode: .write, options: SealedStore.Options())
        try image.layOutPages()
        try image.run("BEGIN IMMEDIATE")
        try Schema.install(in: image)
        return image
    }

    /// Adds a row, unless another one has its identifier or primary key; returns whether it was added.
    fileprivate func insertUnlessPresent(_ row: SealedRow) throws(StoreError) -> Bool {
        do throws(StoreError) {
            _ = try insert(row)
            return true
        } catch {
            guard error.kind == .duplicateKey else { throw error }
            return false
        }
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
