/// Identifies a statement that a ``Connection`` keeps prepared.
enum StatementKey: Hashable {
    case query(QueryShape)
    case countRows, findSecond
    case readEpoch, readState, writeState
    case insert, update, updateKeepingSecret, updateKeepingIdentifier, delete
    case begin, beginImmediate, commit, rollback

    var sql: String {
        switch self {
        case .query(let shape): shape.sql
        case .countRows: "SELECT count(*) FROM items"
        case .findSecond: "SELECT 1 FROM items WHERE second = ?1 LIMIT 1"
        case .readEpoch: "SELECT epoch FROM state WHERE id = 1"
        case .readState: "SELECT epoch, keybag, digest FROM state WHERE id = 1"
        case .writeState: "INSERT OR REPLACE INTO state VALUES (1, ?1, ?2, ?3)"
        case .insert: "INSERT INTO items VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        case .update:
            "UPDATE items SET identifier = ?2, \(Self.assignments), secret = ?12 WHERE id = ?1"
        case .updateKeepingSecret:
            "UPDATE items SET identifier = ?2, \(Self.assignments) WHERE id = ?1"
        case .updateKeepingIdentifier:
            "UPDATE items SET \(Self.assignments), secret = ?12 WHERE id = ?1"
        case .delete: "DELETE FROM items WHERE id = ?1"
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        }
    }

    /// Whether bytes of the caller can be bound, which end with the run.
    var lendsBytes: Bool {
        switch self {
        case .query(let shape): shape.lendsBytes
        case .countRows, .findSecond, .readEpoch, .readState, .begin, .beginImmediate, .commit,
            .rollback:
            false
        case .writeState, .insert, .update, .updateKeepingSecret, .updateKeepingIdentifier, .delete:
            true
        }
    }

    private static let assignments = """
        class = ?3, protection = ?4, flags = ?5, primary_key = ?6, grp = ?7, \
        first = ?8, second = ?9, third = ?10, metadata = ?11
        """
}
