internal import CKeychainSQLite

extension ReadTransaction {
    /// Calls a body once with each row that can be read, in any order.
    ///
    /// The tree of the table is read up to the first page that is damaged; after that, the rows of all its leaf
    /// pages, which need no page above them. A secret of which a page is damaged is passed as zeros.
    ///
    /// - Returns: Whether the whole table could be read as it is.
    /// - Throws: The error of the body, or a ``StoreError``; none that is `.corrupt`.
    package func forEachReadableRow(_ body: (borrowing RowView) throws -> Void) throws -> Bool {
        var seen: Set<Int64> = []
        do {
            try forEachRow(RowQuery(wantsSecret: true)) { row in
                seen.insert(row.id)
                try body(row)
                return true
            }
            return true
        } catch let error as StoreError where error.kind == .corrupt {
            let epoch = try epoch()
            try connection.forEachRowOfLeaves(except: &seen) { row in
                try row.lent(epoch: epoch, body)
            }
            return false
        }
    }
}

extension Connection {
    /// Calls a body with each row of the leaf pages of the table, found by their first byte
    /// (https://sqlite.org/fileformat2.html#b_tree_pages).
    ///
    /// Each page becomes the root of the table in a copy, so that SQLite reads its rows. A page of another
    /// table has no such rows. Free pages have none, because what is deleted is overwritten.
    fileprivate func forEachRowOfLeaves(
        except seen: inout Set<Int64>,
        _ body: (SealedRow) throws -> Void
    ) throws {
        let image = try image()
        let length = Int(try integer("PRAGMA page_size"))
        let copy = try Connection(image: image, mode: .write, options: SealedStore.Options())
        try copy.knowOnlyRows()
        for page in 1..<max(image.count / max(length, 1), 1)
        where image[page * length] == Self.leafOfTable {
            try copy.moveRows(to: page + 1)
            for id in try copy.readableIDs() where !seen.contains(id) {
                guard let row = try copy.readableRow(id, longest: image.count) else { continue }
                seen.insert(id)
                try body(row)
            }
        }
    }

    private static let leafOfTable: UInt8 = 0x0d

    /// Leaves of the schema only the tables, that of rows without its indexes and conditions.
    private func knowOnlyRows() throws(StoreError) {
        // Files may not change the schema; the text here is ours.
        let code = pk_sqlite_set_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        guard code == SQLITE_OK else {
            throw StoreError(code: code, doing: "configure", on: handle)
        }
        // With it, one damaged row makes SQLite refuse all rows of a page.
        try run("PRAGMA cell_size_check = OFF")
        try run("PRAGMA writable_schema = ON")
        try run("DELETE FROM sqlite_schema WHERE name NOT IN ('items', 'state')")
        try run(
            """
            UPDATE sqlite_schema SET sql = 'CREATE TABLE items(id INTEGER PRIMARY KEY, identifier, class, \
            protection, flags, primary_key, grp, first, second, third, metadata, secret)' WHERE name = 'items'
            """
        )
    }

    private func moveRows(to page: Int) throws(StoreError) {
        try run("PRAGMA writable_schema = ON")
        try run("UPDATE sqlite_schema SET rootpage = \(page) WHERE name = 'items'")
        try run("PRAGMA writable_schema = RESET")
    }

    /// The ids of a table, up to the first that cannot be read.
    private func readableIDs() throws -> [Int64] {
        var ids: [Int64] = []
        try unlessDamaged {
            try forEach("SELECT id FROM items WHERE id > 0") { statement throws(StoreError) in
                ids.append(try statement.integer(at: 0))
            }
        }
        return ids
    }

    /// The row with an id above 0; `nil` if it is damaged, or has a secret that is longer than the file.
    private func readableRow(_ id: Int64, longest: Int) throws -> SealedRow? {
        var row: SealedRow?
        for wantsSecret in [true, false] where row == nil {
            try unlessDamaged {
                try forEachRow(RowQuery(after: id - 1, wantsSecret: wantsSecret)) { view in
                    let length = view.secretLength ?? 0
                    guard view.id == id, length <= longest else { return false }
                    row = view.copy()
                    if view.secretIsPresent, !wantsSecret {
                        row?.secret = [UInt8](repeating: 0, count: length)
                    }
                    return false
                }
            }
        }
        return row
    }

    private func unlessDamaged(_ body: () throws -> Void) throws {
        do { try body() } catch let error as StoreError where error.kind == .corrupt {}
    }
}
