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

    private let readers: Lanes
    private let writer: Lanes

    /// Opens an existing store; the connection for writing is opened by the first write.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: For tests.
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
        try readers.use { connection throws(StoreError) in try connection.readState() }
    }

    /// The store's epoch.
    package func epoch() throws(StoreError) -> Int64 {
        try readers.use { connection throws(StoreError) in try connection.epoch() }
    }

    /// The number of rows.
    package func rowCount() throws(StoreError) -> Int {
        try readers.use { connection throws(StoreError) in try connection.rowCount() }
    }

    /// Calls a body for each matching row in the order of ids, in one snapshot.
    ///
    /// - Parameters:
    ///   - query: The rows to read.
    ///   - body: Gets a row that is valid only during the call; returns false to stop. Its error is
    ///     thrown unchanged.
    /// - Throws: A ``StoreError``, or the error of the body.
    package func forEachRow(
        _ query: RowQuery,
        _ body: (borrowing RowView) throws -> Bool
    ) throws {
        try readers.useAny { connection in try connection.forEachRow(query, body) }
    }

    /// Calls a body that reads several things from one snapshot.
    package func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        try readers.useAny { connection in try connection.reading(body) }
    }

    /// Calls a body that changes the store.
    ///
    /// When this returns, all of its changes are durable; if it throws, nothing was changed.
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
        try writer.useAny { connection in try connection.writing(keepingIf: isKept, body) }
    }

    /// The problems that SQLite's own check of the file finds; empty for an undamaged file.
    ///
    /// - Returns: Lines with tables, columns and row numbers, never with the content of a row.
    package func integrityProblems() throws(StoreError) -> [String] {
        try readers.use { connection throws(StoreError) in try connection.integrityProblems() }
    }

    /// Moves the content of the write-ahead log into the file, as far as other processes allow.
    package func checkpoint() throws(StoreError) {
        try writer.use { connection throws(StoreError) in try connection.checkpoint() }
    }

    /// Closes the store, as releasing its last reference does; later calls throw `.misuse`.
    package func close() {
        // In this order, because closing the writer moves the log into the file only if it is the
        // last connection.
        readers.close()
        writer.close()
    }

    /// Makes a store in memory, with one connection for reading and writing.
    init(inMemory connection: Connection) {
        place = .memory
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
        let identity = try location.inspect()
        let inspect = { @Sendable () throws(StoreError) in
            guard try location.inspect() == identity else {
                throw StoreError(
                    .notFound,
                    "The file \(location.path) was replaced. Open the keychain again."
                )
            }
        }
        // SQLite opens the path, where there may be another store since the inspection. A file that
        // was replaced does not come back, so one that is there before and after was opened.
        let openReader: Lane.Opener = { () throws(StoreError) in
            try inspect()
            let connection = try location.openReader(options)
            try inspect()
            return connection
        }
        let openWriter: Lane.Opener = { () throws(StoreError) in
            try inspect()
            let connection = try location.openWriter(options)
            try inspect()
            return connection
        }
        let reader = try FileSizeSignal.asError { () throws(StoreError) in try openReader() }
        let first = Lane(reader, open: openReader)
        readers = Lanes(first, others: Self.otherReaders, open: openReader)
        writer = Lanes(Lane(nil, open: openWriter), others: 0, open: openWriter)
    }

    /// The number of threads, in addition to the first, that can read at the same time.
    private static let otherReaders = 3
}
