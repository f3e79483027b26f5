extension Connection {
    /// Writes the store's state.
    func writeState(_ state: StoredState) throws(StoreError) {
        try change(.writeState, lending: state.keybag, state.digest) {
            statement,
            keybag,
            digest throws(StoreError) in
            try statement.bind(state.epoch, at: 1)
            try statement.bind(lending: keybag, at: 2)
            try statement.bind(lending: digest, at: 3)
        }
    }

    /// Adds a row and returns its id.
    func insert(_ row: SealedRow) throws(StoreError) -> Int64 {
        work.adds = true
        try change(.insert, row: row)
        return lastInsertedID
    }

    /// Replaces the row with the same id.
    func update(_ row: SealedRow, keepingSecret: Bool) throws(StoreError) {
        (work.adds, work.erases) = (true, true)
        try change(keepingSecret ? .updateKeepingSecret : .update, row: row)
        guard changedRowCount == 1 else { throw .noSuchRow }
    }

    /// Replaces all but the identifier of the row with the same id.
    func updateKeepingIdentifier(_ row: SealedRow) throws(StoreError) {
        (work.adds, work.erases) = (true, true)
        try change(.updateKeepingIdentifier, row: row)
        guard changedRowCount == 1 else { throw .noSuchRow }
    }

    /// Calls a body that changes all rows, without the indexes of tokens, which are made afterwards.
    ///
    /// Of a million rows, each change in place of a random token takes ten times as long as its part
    /// of a new index.
    func withoutIndexes(_ body: () throws -> Void) throws {
        try Schema.removeIndexes(from: self)
        try body()
        try Schema.makeIndexes(in: self)
    }

    /// Deletes the row with an id.
    func delete(id: Int64) throws(StoreError) {
        work.erases = true
        try change(.delete, lending: [], []) { statement, _, _ throws(StoreError) in
            try statement.bind(id, at: 1)
        }
        guard changedRowCount == 1 else { throw .noSuchRow }
    }

    /// Runs a statement that changes one row of items.
    private func change(_ key: StatementKey, row: SealedRow) throws(StoreError) {
        guard row.identifier.count == Schema.keyLength, row.primaryKey.count == Schema.keyLength
        else { throw StoreError(.misuse, "A row's keys must be \(Schema.keyLength) bytes long.") }
        try change(key, lending: row.metadata, row.secret ?? []) {
            statement,
            metadata,
            secret throws(StoreError) in
            try statement.bind(row.id == 0 ? nil : row.id, at: 1)
            try statement.bind(copying: row.identifier, at: 2)
            try statement.bind(row.itemClass, at: 3)
            try statement.bind(row.protection, at: 4)
            try statement.bind(row.flags, at: 5)
            try statement.bind(copying: row.primaryKey, at: 6)
            try statement.bind(row.group, at: 7)
            try statement.bind(row.lookups.first, at: 8)
            try statement.bind(row.lookups.second, at: 9)
            try statement.bind(row.lookups.third, at: 10)
            try statement.bind(lending: metadata, at: 11)
            if key != .updateKeepingSecret, row.secret != nil {
                try statement.bind(lending: secret, at: 12)
            }
        }
    }

    /// Binds two byte strings, which can be long, without copying them, and runs the statement.
    private func change(
        _ key: StatementKey,
        lending first: [UInt8],
        _ second: [UInt8],
        bind: (Statement, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try lend(key)
        defer { giveBack(statement, of: key) }
        // Array.withUnsafeBytes rethrows without a type, so the typed error is returned as a value.
        let outcome: Result<Void, StoreError> = first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                Result { () throws(StoreError) in
                    try bind(statement, first, second)
                    _ = try statement.step()
                }
            }
        }
        try outcome.get()
    }
}

extension StoreError {
    fileprivate static var noSuchRow: StoreError { StoreError(.notFound, "There is no such row.") }
}
