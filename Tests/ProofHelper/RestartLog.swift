import CKeychainSQLite
import CKeychainVFS
import ProofSupport

/// Uses a log through two connections.
///
/// Each one flushes a change, and the second one has begun the log again for that, so that its frames
/// end where those of the first one ended. Then the first one moves the log into the file, which takes
/// a flush of its own.
func restartLog(_ folder: String, _ journal: Journal) {
    let (first, second) = (open(folder + "/log"), open(folder + "/log"))
    for connection in [first, second] {
        run(connection, "PRAGMA journal_mode = WAL")
        run(connection, "PRAGMA synchronous = FULL")
        run(connection, "PRAGMA wal_autocheckpoint = 0")
    }
    run(first, "CREATE TABLE changes(number)")
    run(first, "PRAGMA wal_checkpoint(TRUNCATE)")
    run(first, "INSERT INTO changes VALUES (1)")
    journal.write("begin")
    run(second, "PRAGMA wal_checkpoint(TRUNCATE)")
    run(second, "INSERT INTO changes VALUES (2)")
    journal.write("restarted")
    run(first, "PRAGMA wal_checkpoint(PASSIVE)")
    journal.write("done")
}

private func open(_ path: String) -> OpaquePointer? {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &connection, flags, pk_vfs_register()) == SQLITE_OK else {
        fatalError("\(path) does not open.")
    }
    return connection
}

private func run(_ connection: OpaquePointer?, _ statement: String) {
    guard sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK else {
        fatalError("\(statement): \(String(cString: sqlite3_errmsg(connection)))")
    }
}
