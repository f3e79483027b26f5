extension Location {
    /// Opens the file for reading and proves that it is a store.
    ///
    /// A reading connection cannot change the file, whatever turns out to be in it.
    func openReader(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        do {
            let connection = try Connection(path: path, mode: .read, options: options)
            try connection.verify()
            return connection
        } catch {
            guard [.inputOutput, .readOnly].contains(error.kind) else { throw error }
            // A log needs a writable folder. On a medium nobody can write there is nobody to log
            // for; but a log left behind there would be ignored, and with it acknowledged writes.
            let logSize = try System.facts(path + "-wal")?.size ?? 0
            guard System.isOnReadOnlyMedium(folder), logSize == 0 else { throw error }
        }
        let connection = try Connection(path: path, mode: .readImmutable, options: options)
        try connection.verify()
        return connection
    }

    /// Opens the file, already proven to be a store, for writing.
    func openWriter(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, mode: .write, options: options)
        guard !connection.isReadOnly else {
            throw StoreError(.readOnly, "The keychain \(path) can be read but not written.")
        }
        try connection.verify()
        try connection.makeDurable(checkpointPages: options.checkpointPages)
        connection.gate = try Gate(path: path + Self.lockSuffix)
        return connection
    }
}
