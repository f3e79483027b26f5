internal import CKeychainSQLite
internal import CKeychainVFS
internal import FileSafety

/// One connection to a SQLite database, with its prepared statements.
///
/// It translates calls and result codes of SQLite, keeps often used statements, and turns off every
/// SQLite feature by which a hostile file could run code. It does not know what rows mean. A class,
/// because it owns a handle that ends with it.
///
/// It is opened without SQLite's mutexes (`SQLITE_OPEN_NOMUTEX`), so only one thread at a time can
/// use it (``Lane``).
final class Connection: @unchecked Sendable {
    // Sendable: used only through the mutex of a Lane, or by the function that created it.
    let handle: OpaquePointer
    /// SQLite's own object for the file, asked for once: a mark is read four times in a search.
    let file: UnsafeMutableRawPointer?
    /// The prepared statements (``lend(_:)``).
    var statements: [StatementKey: Statement] = [:]
    /// The one of them that was lent last.
    var last: (key: StatementKey, statement: Statement)?

    /// Waits while other connections hold locks.
    let patience: Patience
    /// The gate for writers; `nil` for connections that only read or are in memory.
    var gate: Gate?
    /// Whether data that was deleted or replaced may still be in the log.
    var remains = Remains()
    /// The work of the present transaction so far.
    var work = Work()
    /// Whether the connection shares a log with others, whose marks show whether anything changed.
    var sharesLog = false
    /// The epoch that the file has at a mark of the log.
    var knownEpoch: (mark: StoreMark, epoch: Int64)?
    /// Returns whether the file was changed since it was read; `nil` if the connection sees
    /// changes.
    var wasChanged: (() -> Bool)?

    private let forks = Forks.count

    /// The access of a connection.
    enum Mode {
        case read, write
        /// Reads a file on a read-only medium, without locks.
        case readImmutable
    }

    /// The kinds of changes in a transaction.
    struct Work {
        var adds = false
        var erases = false
        /// The number of pages that were written ahead before the transaction.
        var pagesBefore: Int32 = 0
    }

    init(path: String, mode: Mode, options: SealedStore.Options) throws(StoreError) {
        guard !Forks.haveInheritedConnections else { throw .forked }
        guard sqlite3_libversion_number() >= Self.oldestSQLite else {
            throw StoreError(
                .misuse,
                "The SQLite library is too old. Install version 3.37 or newer."
            )
        }
        let access =
            switch mode {
            case .read: SQLITE_OPEN_READONLY
            case .readImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .write: SQLITE_OPEN_READWRITE
            }
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let name = mode == .readImmutable ? Location.immutableURI(path) : path
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags, options.vfs ?? Self.fileLayer)
        guard code == SQLITE_OK, let opened else {
            let extended = opened.map { sqlite3_extended_errcode($0) } ?? code
            let reason = opened.map { sqlite3_system_errno($0) } ?? 0
            sqlite3_close_v2(opened)
            if extended & 0xff == SQLITE_CANTOPEN {
                // The file may have been removed since it was inspected.
                if try System.facts(path) == nil {
                    throw StoreError(.notFound, "There is no file at \(path).")
                }
                if FileFault.meansForbidden(reason) {
                    throw StoreError(
                        .readOnly,
                        "This program may not open \(path). Check the permissions of the file, and "
                            + "\(FileFault.confinement)."
                    )
                }
            }
            throw StoreError(code: extended, doing: "open")
        }
        handle = opened
        file = pk_sqlite_file(opened)
        Forks.addConnection()
        patience = Patience(limit: options.patience)
        sqlite3_extended_result_codes(handle, 1)
        patience.serve(handle)
        try harden()
    }

    /// Makes a connection to a copy of a database in memory, which can be changed if the mode is `.write`.
    init(
        image: [UInt8],
        mode: Mode = .read,
        options: SealedStore.Options
    ) throws(StoreError) {
        guard !Forks.haveInheritedConnections else { throw .forked }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            ":memory:",
            &opened,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
            nil
        )
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw StoreError(code: code, doing: "open")
        }
        handle = opened
        // SQLite replaces it with that of the copy, and it has no log.
        file = nil
        Forks.addConnection()
        patience = Patience(limit: options.patience)
        sqlite3_extended_result_codes(handle, 1)
        let count = sqlite3_int64(image.count)
        let copy = sqlite3_malloc64(sqlite3_uint64(image.count))?.assumingMemoryBound(
            to: UInt8.self
        )
        guard let copy else { throw StoreError(code: SQLITE_NOMEM, doing: "open") }
        image.withUnsafeBufferPointer {
            copy.update(from: $0.baseAddress ?? UnsafePointer(copy), count: $0.count)
        }
        // Versions of the format for reading and writing: a database in memory has no log.
        if image.count > 19 { (copy[18], copy[19]) = (1, 1) }
        var flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE)
        if mode != .write { flags |= UInt32(SQLITE_DESERIALIZE_READONLY) }
        let result = sqlite3_deserialize(handle, "main", copy, count, count, flags)
        guard result == SQLITE_OK else { throw StoreError(code: result, doing: "open", on: handle) }
        try harden()
    }

    /// The bytes of the database as this connection sees it: with the log, unless it was opened as immutable.
    func image() throws(StoreError) -> [UInt8] {
        var count: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else {
            throw StoreError(code: SQLITE_NOMEM, doing: "read", on: handle)
        }
        defer { sqlite3_free(bytes) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    deinit {
        // The connection of a parent process is not closed here (``Forks``).
        guard forks == Forks.count else { return }
        // The last connection moves the log into the file.
        FileSizeSignal.asError {
            if gate != nil { _ = truncateLog() }
            Forks.removeConnection()
            for statement in statements.values { sqlite3_finalize(statement.handle) }
            sqlite3_close_v2(handle)
        }
    }

    /// Whether SQLite opened the database read-only.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
    /// Whether an open transaction has begun to read or write.
    var hasSnapshot: Bool {
        sqlite3_txn_state(handle, "main") != SQLITE_TXN_NONE
    }
    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
    /// The number of rows that the last statement changed.
    var changedRowCount: Int32 { sqlite3_changes(handle) }
    /// The id of the row inserted last.
    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The present mark of the log; `nil` if there is none, or it has to be made again.
    var logMark: StoreMark? { sharesLog ? file.flatMap { StoreMark($0) } : nil }
    /// Whether reading may have to write, to the index of the log.
    var writesToRead: Bool { sharesLog && logMark == nil }

    /// Whether another connection has to be used: the file was changed, or the index of its log was
    /// cut by another program, so that using it would end the process.
    var isOutdated: Bool { wasChanged?() == true || pk_vfs_has_index(file) == 0 }

    /// Whether the file was moved or removed since it was opened.
    var fileHasMoved: Bool { Self.fileHasMoved(handle) }

    static func fileHasMoved(_ handle: OpaquePointer?) -> Bool {
        var answer: Int32 = 0
        let code = sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// Moves the log into the file and empties it, if no other connection uses the log; does not
    /// wait.
    func truncateLog() -> Bool {
        let usual = patience.limit
        patience.limit = 0
        defer { patience.limit = usual }
        patience.renew()
        return sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
            == SQLITE_OK
    }

    /// Runs a statement once, without keeping it prepared.
    func run(_ sql: String) throws(StoreError) {
        try forEach(sql) { _ in }
    }

    /// The first column of the first row, as a number; 0 without a row.
    func integer(_ sql: String) throws(StoreError) -> Int64 {
        var answer: Int64 = 0
        try forEach(sql) { statement throws(StoreError) in answer = try statement.integer(at: 0) }
        return answer
    }

    /// The first column of the last row as text.
    func text(_ sql: String) throws(StoreError) -> String? {
        var answer: String?
        try forEach(sql) { statement in answer = statement.text(at: 0) }
        return answer
    }

    /// Calls a body for each row of a statement that is not kept prepared.
    func forEach(
        _ sql: String,
        _ body: (Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepare(sql, persistent: false)
        defer { sqlite3_finalize(statement.handle) }
        var hasRow = try firstStep(statement)
        while hasRow {
            try body(statement)
            hasRow = try statement.step()
        }
    }

    /// Makes the first step of a statement, and waits if other processes hold locks.
    ///
    /// SQLite calls the busy handler in most such cases, but not if it loses a race for the read
    /// lock (`SQLITE_PROTOCOL`) or if another process is recovering the log.
    func firstStep(_ statement: Statement) throws(StoreError) -> Bool {
        patience.renew()
        while true {
            do {
                return try statement.step()
            } catch {
                guard error.kind == .busy, !hasSnapshot, patience.wait() else { throw error }
                sqlite3_reset(statement.handle)
            }
        }
    }

    /// SQLite's name for the layer of files that takes a full disk for an error (``CKeychainVFS``).
    private static let fileLayer = pk_vfs_register().map { String(cString: $0) }
    private static let oldestSQLite: Int32 = 3_037_000

    /// Configures SQLite so that a file cannot run code, is not mapped into memory, and no data is
    /// written to temporary files.
    private func harden() throws(StoreError) {
        for (option, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        ] {
            let code = pk_sqlite_set_switch(handle, option, isOn)
            guard code == SQLITE_OK else {
                throw StoreError(code: code, doing: "configure", on: handle)
            }
        }
        let pragmas =
            "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY"
        let code = sqlite3_exec(handle, pragmas, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(code: code, doing: "configure", on: handle)
        }
    }
}
