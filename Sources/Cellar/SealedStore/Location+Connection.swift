internal import FileSafety

extension Location {
    /// Opens the file for reading and checks that it is a store.
    ///
    /// A connection for reading cannot change the file, even if it is hostile.
    func openReader(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        try inspectLog()
        do {
            return try openSharedReader(options)
        } catch {
            switch error.kind {
            case .diskFull:
                // The index of the log needs some space.
                let hasSpace = Gate.releaseReserve(at: path + Self.lockSuffix)
                if hasSpace, let reader = try? openSharedReader(options) { return reader }
                // Without the index no other process writes, and a copy in memory needs no space.
                return try openFrozen(options)
            case .inputOutput, .readOnly:
                // A log needs a writable folder, or one in which it has an index already.
                guard !System.isWritable(folder) else { throw error }
                return try openFrozen(options)
            default: throw error
            }
        }
    }

    /// Opens the file, which was already checked to be a store, for writing.
    func openWriter(
        _ options: SealedStore.Options,
        _ remains: Remains = Remains()
    ) throws(StoreError) -> Connection {
        try inspectLog()
        let connection = try Connection(path: path, mode: .write, options: options)
        guard !connection.isReadOnly else {
            throw StoreError(
                .readOnly,
                System.isOnReadOnlyDisk(folder)
                    ? "The keychain \(path) can be read but not written: its disk is read-only. Make "
                        + "the disk writable."
                    : "The keychain \(path) can be read but not written. Check its permissions, and "
                        + "\(FileFault.confinement)."
            )
        }
        try connection.verify()
        try connection.makeDurable(options)
        let gate = try Gate(path: path + Self.lockSuffix)
        gate.reserve()
        connection.gate = gate
        connection.remains = remains
        // A process that was killed may have left deleted data.
        if try System.facts(log)?.size ?? 0 > 0 { _ = connection.truncateLog() }
        return connection
    }

    private func openSharedReader(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, mode: .read, options: options)
        try connection.verify()
        // A file in another mode has no log, and asking for its mark would make one.
        connection.sharesLog = try connection.text("PRAGMA journal_mode") == "wal"
        return connection
    }
}
