internal import CKeychainSQLite

/// A prepared statement; its ``Connection`` owns and finalizes it.
struct Statement {
    let handle: OpaquePointer

    func bind(_ value: Int64?, at index: Int32) throws(StoreError) {
        try check(
            value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index)
        )
    }

    /// Binds bytes without copying them: they must stay valid until the statement is reset.
    func bind(lending bytes: UnsafeRawBufferPointer, at index: Int32) throws(StoreError) {
        // A null pointer would bind NULL, and an empty array may have no address.
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        try check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), nil))
    }

    /// Binds a copy of a few bytes.
    func bind(copying bytes: [UInt8], at index: Int32) throws(StoreError) {
        try check(pk_sqlite_bind_copy(handle, index, bytes, Int32(bytes.count)))
    }

    /// Runs to the next row; false at the end.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            throw StoreError(code: code, doing: "step", on: sqlite3_db_handle(handle))
        }
    }

    /// Prepares the statement for another run.
    ///
    /// - Parameter releasesBindings: Whether bytes are bound that may end now; numbers can stay,
    ///   because the next run binds its own.
    func reset(releasesBindings: Bool) {
        // The result repeats the error of the last step, which was already reported.
        _ = sqlite3_reset(handle)
        if releasesBindings { _ = sqlite3_clear_bindings(handle) }
    }

    func integer(at column: Int32) throws(StoreError) -> Int64 {
        guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw .damagedColumn }
        return sqlite3_column_int64(handle, column)
    }

    /// The bytes of a column, valid until the next step or reset.
    func blob(at column: Int32) throws(StoreError) -> UnsafeRawBufferPointer {
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { throw .damagedColumn }
        // The order matters: sqlite3_column_bytes returns the length of the type in which the value
        // was last read.
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        guard start != nil || count == 0 else {
            throw .noMemoryForItem
        }
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    func text(at column: Int32) -> String? {
        sqlite3_column_text(handle, column).map { String(cString: $0) }
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw StoreError(code: code, doing: "bind") }
    }
}

extension StoreError {
    static var noMemoryForItem: StoreError {
        StoreError(
            .outOfMemory,
            "There is not enough memory to read an item. Close other programs and try again."
        )
    }

    static var damagedColumn: StoreError {
        StoreError(
            .corrupt,
            """
            The keychain is damaged: a column contains a value of the wrong type. Restore a \
            backup.
            """
        )
    }
}
