internal import FileSafety

/// Stores rows of ciphertext in one SQLite file, or in memory.
///
/// It finds rows by tokens and cannot decrypt them: keys, items and rules belong to the layers
/// above. It guarantees durability, snapshots, and safe files. A class, because it owns
/// connections.
///
/// Any number of threads and processes can use a store at the same time. Readers never wait for a
/// writer. When ``write(keepingIf:_:)`` returns, its changes are on the disk.
///
/// A body must use only the transaction that it is given, and not call the same store: a store in
/// memory has one connection, so that would stop the process. For a store in a file, a body that
/// reads can call the store to read and write, but a body that writes must not write.
package final class SealedStore: Sendable {
    /// The place of a store.
    package enum Place: Sendable, Equatable {
        /// The file at this path, with companion files whose names begin with its name.
        case file(String)
        /// The memory of this process, until the last reference is released.
        case memory
    }

    /// The place of the store; a file's path has its links resolved.
    package let place: Place

    /// The state in the file without its log, read before the log; `nil` if there was no change in
    /// the log, and for a store in memory.
    ///
    /// A log that belongs to the file leads from this state to the present one.
    package let stateBeforeLog: StoredState?

    /// The place of the file; `nil` for a store in memory.
    let source: (location: Location, options: Options)?
    private let readers: Lanes
    let writer: Lanes
    private let remains = Remains()
    private let forks = Forks.count

    /// Opens an existing store; the connection for writing is opened by the first write.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: Options for tests.
    /// - Returns: The open store.
    /// - Throws: `.notFound`; `.unsafePermissions` when other users can access the file;
    ///   `.notAStore`, `.newerVersion` and `.corrupt` for files without the expected layout, which
    ///   are not changed.
    package static func open(
        _ path: String,
        options: Options = Options()
    ) throws(StoreError) -> SealedStore {
        try SealedStore(Location(path), options: options)
    }

    /// The store's state.
    package func readState() throws(StoreError) -> StoredState {
        try reading { connection throws(StoreError) in try connection.readState() }
    }

    /// The store's epoch.
    package func epoch() throws(StoreError) -> Int64 {
        try reading { connection throws(StoreError) in try connection.epoch() }
    }

    /// The store's present mark; `nil` if it has none, such as a store in memory.
    ///
    /// As long as it is the same, no process has committed anything.
    package func mark() throws(StoreError) -> StoreMark? {
        try reading { connection throws(StoreError) in connection.logMark }
    }

    /// Whether a row has a second token.
    package func hasRow(second: Int64) throws(StoreError) -> Bool {
        try reading { connection throws(StoreError) in try connection.hasRow(second: second) }
    }

    /// The number of rows.
    package func rowCount() throws(StoreError) -> Int {
        try reading { connection throws(StoreError) in try connection.rowCount() }
    }

    /// The number of bytes in use: those of the file without those that removed rows have left free.
    package func contentLength() throws(StoreError) -> Int {
        try reading { connection throws(StoreError) in
            let pages = try connection.integer("PRAGMA page_count")
            let free = try connection.integer("PRAGMA freelist_count")
            return Int((pages - free) * (try connection.integer("PRAGMA page_size")))
        }
    }

    /// The number of pages for ``WriteTransaction/giveBack(pages:)``; `nil` if the file has little free
    /// space, for a store in memory, and for a file of an earlier version, which keeps it for new rows.
    package func pagesToGiveBack() throws(StoreError) -> Int? {
        guard case .file = place else { return nil }
        return try reading { connection throws(StoreError) in try connection.pagesToGiveBack() }
    }

    /// Calls a body for each matching row in the order of ids, in one snapshot.
    ///
    /// - Parameters:
    ///   - query: The rows to read.
    ///   - body: Receives a row that is valid only during the call; returns false to stop. Its
    ///     error is thrown unchanged.
    /// - Returns: The store's epoch after a search that found nothing, so that no row has it;
    ///   otherwise `nil`.
    /// - Throws: A ``StoreError``, or the error of the body.
    @discardableResult
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws -> Int64? {
        // A pointer, because each closure on the way would copy the query.
        try withUnsafePointer(to: query) { query in
            try reading { connection in
                Result {
                    var isEmpty = true
                    try connection.forEachRow(query.pointee) { row in
                        isEmpty = false
                        return try body(row)
                    }
                    // Here, because another turn of the connection takes 1,300 instructions.
                    return isEmpty ? try connection.epoch() : nil
                }
            }.get()
        }
    }

    /// Calls a body that reads several things from one snapshot.
    ///
    /// While it runs, deleted data stays in the log, so a body must not wait for a person.
    package func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        try reading { connection in Result { try connection.reading(body) } }.get()
    }

    /// Calls a body that changes the store.
    ///
    /// When this returns, all of its changes are durable; if it throws, nothing was changed.
    /// Deleted and replaced rows are then neither in the file nor in the log, except as
    /// ``leavesRemains`` says.
    ///
    /// - Parameters:
    ///   - isKept: Decides by the body's result whether the changes are kept. Otherwise they are
    ///     rolled back; the result is returned in both cases.
    ///   - body: Changes the store.
    /// - Returns: The result of the body.
    /// - Throws: A ``StoreError``, or the error of the body, unchanged.
    package func write<R>(
        keepingIf isKept: (R) -> Bool = { _ in true },
        _ body: (borrowing WriteTransaction) throws -> R
    ) throws -> R {
        try checkProcess()
        return try writer.use { connection in
            FileSizeSignal.asError { Result { try connection.writing(keepingIf: isKept, body) } }
        }.get()
    }

    /// The problems that SQLite's own check of the file finds; empty for an undamaged file.
    ///
    /// - Returns: Lines with tables, columns and row numbers, never with the content of a row.
    package func integrityProblems() throws(StoreError) -> [String] {
        try reading { connection throws(StoreError) in try connection.integrityProblems() }
    }

    /// The problems among ``integrityProblems()`` through which a search could miss a row.
    package func searchProblems() throws(StoreError) -> [String] {
        try integrityProblems().filter { !Connection.concernsRoom($0) }
    }

    /// Empties the write-ahead log, unless another connection reads from it for longer than a
    /// moment: then ``leavesRemains`` is true.
    package func emptyLog() throws(StoreError) {
        try checkProcess()
        remains.arePresent = false
        try writer.use { connection throws(StoreError) in
            FileSizeSignal.asError { connection.emptyLog() }
        }
    }

    /// Whether data that this process deleted or replaced is still in the log, because another
    /// connection read from it all the time.
    ///
    /// It is sealed like all data. The next requests, closing the store, and a reader that ends try
    /// to remove it.
    package var leavesRemains: Bool { remains.arePresent }

    /// Wakes up the processes that wait for news of the file, without a change of it.
    ///
    /// On a disk that cannot be written, they do not notice.
    package func announce() {
        if case .file(let path) = place { System.announce(path) }
    }

    /// Refuses a store that was opened before this process was forked; does not lock anything.
    package func checkProcess() throws(StoreError) {
        guard forks == Forks.count else { throw .forked }
    }

    /// Whether the file was moved, removed or replaced after it was opened.
    ///
    /// It takes one system call. The answer is `false` while the connection is in use: it checks that
    /// itself.
    package var hasMoved: Bool {
        guard forks == Forks.count else { return false }
        let answer = try? readers.useIfFree { connection throws(StoreError) in
            connection.fileHasMoved
        }
        return answer ?? false
    }

    /// Closes the store, as releasing its last reference does; later calls throw `.misuse`.
    package func close() {
        guard forks == Forks.count else { return }
        // In this order, because closing the writer moves the log into the file only if it is the
        // last connection.
        readers.close()
        writer.close()
    }

    /// Makes a store in memory, with one connection for reading and writing.
    init(inMemory connection: Connection) {
        place = .memory
        stateBeforeLog = nil
        source = nil
        let lost: Lane.Opener = { () throws(StoreError) in
            throw StoreError(
                .misuse,
                "The keychain in memory was lost by a failed transaction. Make a new one."
            )
        }
        readers = Lanes(Lane(connection, open: lost), others: 0, open: lost)
        writer = readers
    }

    /// Makes a store of an existing file.
    init(_ location: Location, options: Options) throws(StoreError) {
        place = .file(location.path)
        source = (location, options)
        let identity = try location.inspect()
        try location.inspectLog()
        stateBeforeLog = try location.stateBeforeLog(options)
        let inspect = { @Sendable () throws(StoreError) in
            guard try location.inspect() == identity else { throw .moved }
        }
        // SQLite opens the path, where there may be another store since the inspection. A file that
        // was replaced does not come back, so one that is there before and after was opened.
        let openReader: Lane.Opener = { () throws(StoreError) in
            try inspect()
            let connection = try location.openReader(options)
            try inspect()
            return connection
        }
        let openWriter: Lane.Opener = { [remains] () throws(StoreError) in
            try inspect()
            let connection = try location.openWriter(options, remains)
            try inspect()
            return connection
        }
        let reader = try FileSizeSignal.asError { () throws(StoreError) in try openReader() }
        let first = Lane(reader, open: openReader)
        readers = Lanes(first, others: Self.otherReaders, open: openReader)
        writer = Lanes(Lane(nil, open: openWriter), others: 0, open: openWriter)
    }

    /// Calls a body with a connection for reading, and empties the log afterwards if the body kept
    /// others from it.
    private func reading<R>(
        _ body: (Connection) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try checkProcess()
        let start = ContinuousClock.now
        defer {
            let isLong = ContinuousClock.now - start > Self.longSnapshot
            if isLong || remains.arePresent { tidy() }
        }
        return try readers.use { connection throws(StoreError) in
            // SQLite would read the removed file as if it were still there.
            guard !connection.fileHasMoved else { throw .moved }
            // Reading writes only where the index of the log has to be made again.
            guard connection.writesToRead else { return try body(connection) }
            return try FileSizeSignal.asError { () throws(StoreError) in try body(connection) }
        }
    }

    /// Empties the log if it has content and no process writes at this moment.
    private func tidy() {
        guard case .file(let path) = place,
            let log = try? System.facts(path + Location.logSuffix), log.size > 0
        else { return remains.arePresent = false }
        // A failure is that of the next writer, or harmless.
        _ = try? writer.useIfFree { connection throws(StoreError) in
            FileSizeSignal.asError { connection.emptyLog() }
        }
    }

    /// Shorter than the time for which a writer waits to empty the log.
    private static let longSnapshot: Duration = .milliseconds(100)
    /// The number of threads, in addition to the first, that can read at the same time.
    private static let otherReaders = 3
}
