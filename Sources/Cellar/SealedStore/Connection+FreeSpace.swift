/// Free space in the file, which removed rows leave behind, goes back to the disk.
extension Connection {
    /// The number of pages for the next step of giving space back; `nil` if there is little to give.
    ///
    /// Much is a quarter of the file, and more than a megabyte, so that what is stored next finds room. A
    /// step is a sixteenth of it, so that others can write between steps.
    func pagesToGiveBack() throws(StoreError) -> Int? {
        let free = try integer("PRAGMA freelist_count")
        guard free > Self.fewPages, free * 4 > (try integer("PRAGMA page_count")),
            try integer("PRAGMA auto_vacuum") == Self.incremental
        else { return nil }
        return Int(max(Self.fewPages, free / 16))
    }

    /// Gives pages back at the end of the transaction, and moves those in use that are behind them.
    func giveBack(pages: Int) throws(StoreError) {
        // The file has its old length until the log is emptied.
        work.erases = true
        // Each row that it returns is a page that was given back.
        try run("PRAGMA incremental_vacuum(\(pages))")
    }

    /// Whether a problem that SQLite finds concerns the room in the file alone, and no row or index.
    static func concernsRoom(_ problem: String) -> Bool {
        ["ptr map", "ptrmap", "pointer map", "never used", "Freelist", "max rootpage"].contains {
            problem.contains($0)
        }
    }

    private static let incremental: Int64 = 2
    /// A megabyte.
    private static let fewPages: Int64 = 256
}
