/// The operations that are available in the body of ``SealedStore/write(keepingIf:_:)``: all of its
/// changes are made, or none.
///
/// Do not use it after the body has returned.
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

    /// Calls a body for each matching row in the order of ids, until it returns false.
    ///
    /// Do not change rows in the body, because they could be skipped or visited twice. Collect them
    /// and change them afterwards.
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        try connection.forEachRow(query, body)
    }

    /// Replaces the state.
    package func writeState(_ state: StoredState) throws(StoreError) {
        // A keybag that was replaced opens the keychain with the passcode of that time.
        if try readState().keybag != state.keybag { connection.work.erases = true }
        try connection.writeState(state)
    }

    /// Adds a row and returns its id; throws `.duplicateKey` when a stored row has its identifier
    /// or primary key.
    package func insert(_ row: SealedRow) throws(StoreError) -> Int64 {
        try connection.insert(row)
    }

    /// Replaces the row with the same id.
    ///
    /// - Parameters:
    ///   - row: The new content.
    ///   - keepingSecret: Whether to keep the stored secret and ignore the one in `row`.
    /// - Throws: `.notFound` when there is no such row, `.duplicateKey` when another row has its
    ///   identifier or primary key.
    package func update(_ row: SealedRow, keepingSecret: Bool = false) throws(StoreError) {
        try connection.update(row, keepingSecret: keepingSecret)
    }

    /// Replaces all but the identifier of the row with the same id, as ``update(_:keepingSecret:)``.
    package func updateKeepingIdentifier(_ row: SealedRow) throws(StoreError) {
        try connection.updateKeepingIdentifier(row)
    }

    /// Calls a body that changes most rows, quicker than one after the other; searches by tokens take
    /// long in it.
    ///
    /// If it throws, so must the body of the transaction.
    package func changingAllRows(_ body: () throws -> Void) throws {
        try connection.withoutIndexes(body)
    }

    /// Gives free pages back to the disk, at most this number.
    package func giveBack(pages: Int) throws(StoreError) {
        try connection.giveBack(pages: pages)
    }

    /// Deletes the row with an id; throws `.notFound` when there is none.
    package func delete(id: Int64) throws(StoreError) {
        try connection.delete(id: id)
    }
}
