/// The rights of a body inside ``SealedStore/write(_:)``: all its changes happen, or none.
///
/// It is worth nothing after the body has returned.
package struct WriteTransaction {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The state, with the changes made so far.
    package func readState() throws(StoreError) -> StoredState {
        try connection.readState()
    }

    /// The epoch, with the changes made so far.
    package func epoch() throws(StoreError) -> Int64 {
        try connection.epoch()
    }

    /// The number of rows, with the changes made so far.
    package func rowCount() throws(StoreError) -> Int {
        try connection.rowCount()
    }

    /// Calls a body for each matching row in the order of ids, until it answers false.
    ///
    /// Collect what is to change and change it afterwards: rows changed meanwhile may be skipped or
    /// met twice.
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        try connection.forEachRow(query, body)
    }

    /// Replaces the state.
    package func writeState(_ state: StoredState) throws(StoreError) {
        try connection.writeState(state)
    }

    /// Adds a row and tells its id; throws `.duplicateKey` when one of its keys is stored already.
    package func insert(_ row: SealedRow) throws(StoreError) -> Int64 {
        try connection.insert(row)
    }

    /// Replaces the row with the same id.
    ///
    /// - Parameters:
    ///   - row: The new content.
    ///   - keepingSecret: Whether the stored secret stays and the one in `row` is ignored.
    /// - Throws: `.notFound` when there is no such row, `.duplicateKey` when another has its keys.
    package func update(_ row: SealedRow, keepingSecret: Bool = false) throws(StoreError) {
        try connection.update(row, keepingSecret: keepingSecret)
    }

    /// Removes the row with an id; throws `.notFound`.
    package func delete(id: Int64) throws(StoreError) {
        try connection.delete(id: id)
    }
}
