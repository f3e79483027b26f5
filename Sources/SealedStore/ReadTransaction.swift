/// The rights of a body inside ``SealedStore/read(_:)``: everything it reads is one snapshot.
///
/// It is worth nothing after the body has returned.
package struct ReadTransaction {
    private let connection: Connection

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

    /// Calls a body for each matching row in the order of ids, until it answers false.
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        try connection.forEachRow(query, body)
    }
}
