/// The operations that are available in the body of ``SealedStore/read(_:)``: everything that it
/// reads is one snapshot.
///
/// Do not use it after the body has returned.
package struct ReadTransaction {
    let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The state in the snapshot.
    package func readState() throws(StoreError) -> StoredState {
        try connection.readState()
    }

    /// The epoch in the snapshot.
    package func epoch() throws(StoreError) -> Int64 {
        try connection.epoch()
    }

    /// The number of rows in the snapshot.
    package func rowCount() throws(StoreError) -> Int {
        try connection.rowCount()
    }

    /// Calls a body for each matching row in the order of ids, until it returns false.
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        try connection.forEachRow(query, body)
    }
}
