extension Location {
    /// Opens the file for reading and checks that it is a store.
    ///
    /// A connection for reading cannot change the file, even if it is hostile.
    func openReader(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        do {
            let connection = try Connection(path: path, mode: .read, options: options)
            try connection.verify()
            return connection
        } catch {
            guard [.inputOutput, .readOnly].contains(error.kind) else { throw error }
            // A log needs a writable folder. On a read-only medium there are no writers, so the
            // file can be read without a log. But if there is a log, ignoring it would lose
            // acknowledged writes.
            let logSize = try System.facts(path + "-wal")?.size ?? 0
            guard System.isOnReadOnlyMedium(folder), logSize == 0 else { throw error }
        }
        let connection = try Connection(path: path, mode: .readImmutable, options: options)
        try connection.verify()
        return connection
    }

    /// Opens the file, which was already checked to be a store, for writing.
    func openWriter(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, mode: .write, options: options)
        guard !connection.isReadOnly else {
            throw StoreError(
                .readOnly,
                "The keychain \(path) can be read but not written. Check its permissions."
            )
        }
        try connection.verify()
        try connection.makeDurable(checkpointPages: options.checkpointPages)
        connection.gate = try Gate(path: path + Self.lockSuffix)
        return connection
    }
}
