/// The findings of a look at a store's file and its log at one time, without SQLite's view of both.
///
/// Two equal looks one after the other were not disturbed by a process that writes.
package struct LogLook: Sendable, Equatable {
    /// The state in the file alone.
    package let file: StoredState
    let inspection: LogInspection

    /// The number of transactions in the log that a crash has not torn.
    package var transactionCount: Int { inspection.transactionCount }
}

extension SealedStore {
    /// Looks at the file and at its log.
    ///
    /// - Parameter last: The look before this one, after which a writer gets some time.
    /// - Returns: The present look; `nil` if there is no log with a transaction, the file cannot be
    ///   read without it, or the store is in memory.
    /// - Throws: An error of the disk.
    package func lookAtLog(after last: LogLook?) throws(StoreError) -> LogLook? {
        guard let source else { return nil }
        if last != nil { Location.pauseBetweenLooks() }
        return try source.location.lookAtLog(source.options)
    }

    /// The state of the store after the first transactions of its log.
    ///
    /// Copies the whole file.
    ///
    /// - Parameter count: The number of transactions of the log after the file.
    /// - Returns: The state; `nil` if there is none in the copy, or the store is in memory.
    /// - Throws: An error of the disk or of the memory, if no copy can be made.
    package func state(afterTransactions count: Int) throws(StoreError) -> StoredState? {
        guard let source else { return nil }
        let image = try source.location.image(source.options, transactions: count)
        return try? Connection(image: image, options: source.options).readState()
    }
}

extension Location {
    fileprivate func lookAtLog(_ options: SealedStore.Options) throws(StoreError) -> LogLook? {
        guard let inspection = try LogInspection(log), inspection.transactionCount > 0,
            let file = try? Connection(path: path, mode: .readImmutable, options: options)
                .readState()
        else { return nil }
        return LogLook(file: file, inspection: inspection)
    }
}
