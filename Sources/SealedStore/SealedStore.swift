/// Rows of ciphertext in one SQLite file, or in memory; it cannot see what they hold.
///
/// Any number of threads and processes may use a store at once. Readers never wait for a writer.
/// What ``write(_:)`` has acknowledged is on the disk.
///
/// A body passed to a method must not call the same store again, save through what it is given:
/// in memory there is one connection, so that would end the process. In a file, a body that reads
/// may go on to read and write, but a body that writes must not write.
package final class SealedStore: Sendable {
    /// Where a store is kept.
    package enum Place: Sendable, Equatable {
        /// In the file at this path, with companions named after it.
        case file(String)
        /// In this process's memory, gone with the last reference.
        case memory
    }

    /// Where the store is kept; a file's path with the links in it resolved.
    package let place: Place

    private let readers: Lanes
    private let writer: Lanes

    /// Opens an existing store for reading; the writing side is opened by the first write.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: For tests.
    /// - Returns: The open store.
    /// - Throws: `.notFound`; `.unsafePermissions` when others could get at the file; `.notAStore`,
    ///   `.newerVersion` and `.corrupt` for files that are not as they must be, which are left as
    ///   they are.
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

    /// How many rows there are.
    package func rowCount() throws(StoreError) -> Int {
        try readers.use { connection throws(StoreError) in try connection.rowCount() }
    }

    /// Calls a body for each matching row in the order of ids, in one snapshot.
    ///
    /// - Parameters:
    ///   - query: Which rows.
    ///   - body: Gets a row that is valid during the call only; answers false to stop. What it
    ///     throws is thrown on as it is.
    /// - Throws: A ``StoreError``, or what the body throws.
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

    /// Calls a body that changes the store; all its changes are durable on return, or none happened.
    ///
    /// - Parameters:
    ///   - isKept: Whether the changes are kept, judged by what the body returned. Where they are
    ///     not, the store is as it was, and the result is returned all the same.
    ///   - body: Changes the store.
    /// - Returns: What the body returns.
    /// - Throws: A ``StoreError``, or what the body throws, as it is; then nothing was changed.
    package func write<R>(
        keepingIf isKept: (R) -> Bool = { _ in true },
        _ body: (borrowing WriteTransaction) throws -> R
    ) throws -> R {
        try writer.useAny { connection in try connection.writing(keepingIf: isKept, body) }
    }

    /// What SQLite's own check of the file finds; empty when it is sound.
    ///
    /// - Returns: Lines that name tables, columns and row numbers, never the content of a row.
    package func integrityProblems() throws(StoreError) -> [String] {
        try readers.use { connection throws(StoreError) in try connection.integrityProblems() }
    }

    /// Moves what is in the write-ahead log into the file, as far as other users of the store allow.
    package func checkpoint() throws(StoreError) {
        try writer.use { connection throws(StoreError) in try connection.checkpoint() }
    }

    /// Closes the store, as letting go of its last reference does; later calls throw `.misuse`.
    package func close() {
        // In this order: the writer moves the log into the file only when it is the last user.
        readers.close()
        writer.close()
    }

    /// A store in memory, where one connection does all the work.
    init(inMemory connection: Connection) {
        place = .memory
        let lost: Lane.Opener = { () throws(StoreError) in
            throw StoreError(.misuse, "A keychain in memory was lost by a failed transaction.")
        }
        readers = Lanes(Lane(connection, open: lost), others: 0, open: lost)
        writer = readers
    }

    /// A store in a file that exists.
    init(_ location: Location, options: Options) throws(StoreError) {
        place = .file(location.path)
        let identity = try location.inspect()
        let inspect = { @Sendable () throws(StoreError) in
            guard try location.inspect() == identity else {
                throw StoreError(.notFound, "Another file took the place of \(location.path).")
            }
        }
        let openReader: Lane.Opener = { () throws(StoreError) in
            try inspect()
            return try location.openReader(options)
        }
        let openWriter: Lane.Opener = { () throws(StoreError) in
            try inspect()
            return try location.openWriter(options)
        }
        let first = Lane(try location.openReader(options), open: openReader)
        readers = Lanes(first, others: Self.otherReaders, open: openReader)
        writer = Lanes(Lane(nil, open: openWriter), others: 0, open: openWriter)
    }

    /// How many more threads than one can read at once.
    private static let otherReaders = 3
}
