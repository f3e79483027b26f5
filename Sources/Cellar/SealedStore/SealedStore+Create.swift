internal import CKeychainSQLite
internal import FileSafety

extension SealedStore {
    /// Creates a store: either it is complete and durable when this returns, or it does not exist.
    ///
    /// - Parameters:
    ///   - place: The place of the store; missing folders of a file are created, accessible only to
    ///     this user.
    ///   - state: The first state of the store.
    ///   - options: Options for tests.
    ///   - filling: Stores the first rows, in a store that others cannot see; a transaction of it needs
    ///     little memory, however long it is. Returns whether that succeeded; if not, there is no store.
    /// - Returns: The open store.
    /// - Throws: `.exists` when there is already a file, which is not changed; `.unsafePermissions`
    ///   when other users could replace files in the folder; `.misuse` after a failure of `filling`.
    package static func create(
        _ place: Place,
        state: StoredState,
        options: Options = Options(),
        filling: (SealedStore) -> Bool = { _ in true }
    ) throws(StoreError) -> SealedStore {
        switch place {
        case .memory:
            let connection = try Connection(path: ":memory:", mode: .write, options: options)
            try connection.fill(state)
            try connection.run("PRAGMA secure_delete = ON")
            let store = SealedStore(inMemory: connection)
            guard filling(store) else { throw Location.isNotFilled }
            return store
        case .file(let path):
            try StoreError.translating { () throws(FileFault) in
                try PrivateFolder.make(PrivateFolder.split(path).folder, isDurable: true)
            }
            let location = try Location(path)
            return try FileSizeSignal.asError { () throws(StoreError) in
                try location.create(state, options: options, filling)
            }
        }
    }
}

extension Location {
    /// Writes the file under a temporary name, renames it when it is durable, and opens it.
    ///
    /// Creators take turns, so that none removes what another one has just created, and none opens
    /// another store than it has created.
    fileprivate func create(
        _ state: StoredState,
        options: SealedStore.Options,
        _ filling: (SealedStore) -> Bool
    ) throws(StoreError) -> SealedStore {
        guard try System.facts(path) == nil else { throw taken }
        let lock = path + Self.lockSuffix
        let gate = try Gate(shutting: lock, patience: Patience(limit: options.patience))
        defer { gate.open() }
        guard try System.facts(path) == nil else { throw taken }
        do {
            if gate.excludesOthers(path: lock) { clearLeftovers() }
            try createAlone(state, options: options, filling)
            return try SealedStore(self, options: options)
        } catch {
            // Without a store, its lock has no purpose; those who wait for it make a new one.
            if try System.facts(path) == nil { System.discard(lock) }
            throw error
        }
    }

    private func createAlone(
        _ state: StoredState,
        options: SealedStore.Options,
        _ filling: (SealedStore) -> Bool
    ) throws(StoreError) {
        let temporary = Location(folder: folder, name: ".\(name).\(Self.randomName()).new").path
        try System.makeFile(temporary)
        // The whole store is in the file itself, even if its connection was not closed cleanly, so
        // the companions can be removed.
        defer { for suffix in Self.companions { System.discard(temporary + suffix) } }
        do {
            try Self.fill(temporary, with: state, options: options, filling)
            try System.synchronize(temporary)
            try publish(temporary)
        } catch {
            System.discard(temporary)
            throw error
        }
    }

    /// Gives the file its final name, after the companions of a store that was deleted by hand were
    /// removed, except its log.
    private func publish(_ temporary: String) throws(StoreError) {
        try setLogAside()
        for suffix in Self.companions where suffix != Self.lockSuffix {
            try System.removeFile(path + suffix)
        }
        // They must be gone for good before the store is there: a power cut could bring them back.
        try System.synchronize(folder)
        try System.publish(temporary, as: path)
        try System.synchronize(folder)
    }

    /// Gives another name to the log of a store whose file is gone, because SQLite would use it for the new
    /// store.
    ///
    /// It can have the last changes, which the file has with it once it is found again.
    private func setLogAside() throws(StoreError) {
        guard let facts = try System.facts(log), facts.kind == .file, facts.size > 0 else { return }
        for number in 1...99 {
            let name = "\(log).old" + (number == 1 ? "" : "-\(number)")
            guard try System.facts(name) == nil else { continue }
            return try System.publish(log, as: name)
        }
        throw StoreError(
            .exists,
            "\(log) is the log of a keychain whose file is gone. Move it away, and try again."
        )
    }

    /// Removes the remains of killed creators here.
    private func clearLeftovers() {
        for name in PrivateFolder.names(in: folder) where isTemporary(name) {
            System.discard(Location(folder: folder, name: name).path)
        }
    }

    /// Whether a name is the temporary one of a store with this name, or of a companion.
    private func isTemporary(_ candidate: String) -> Bool {
        // By bytes: a name in another Unicode form is that of another file.
        let start = ".\(name).".utf8
        guard candidate.utf8.starts(with: start) else { return false }
        let rest = Substring(candidate.utf8.dropFirst(start.count))
        let number = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let suffix = rest.dropFirst(number.count)
        return !number.isEmpty && ([""] + Self.companions).contains { suffix == ".new" + $0 }
    }

    private var taken: StoreError {
        StoreError(.exists, "There is already a file at \(path). Choose another path.")
    }

    private static func fill(
        _ path: String,
        with state: StoredState,
        options: SealedStore.Options,
        _ filling: (SealedStore) -> Bool
    ) throws(StoreError) {
        let connection = try Connection(path: path, mode: .write, options: options)
        // The file is not in use yet, so it is synchronized only once, when it is complete.
        try connection.run("PRAGMA synchronous = OFF")
        try connection.run("PRAGMA secure_delete = ON")
        try connection.layOutPages()
        // Pages that were not there before are in no journal, so they can leave the memory before the
        // end of a transaction: if that is never reached, there is no store.
        try connection.run("PRAGMA journal_mode = MEMORY")
        try connection.run("PRAGMA cache_size = \(Connection.mostChangedPages)")
        try connection.fill(state)
        guard filling(SealedStore(inMemory: connection)) else { throw isNotFilled }
        guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
            throw StoreError(
                .inputOutput,
                "This file system does not offer durable writes. Use another folder."
            )
        }
    }

    fileprivate static var isNotFilled: StoreError {
        StoreError(.misuse, "The new keychain could not be filled.")
    }

    private static func randomName() -> String {
        var number: UInt64 = 0
        sqlite3_randomness(Int32(MemoryLayout<UInt64>.size), &number)
        return String(number, radix: 36)
    }

    private init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }
}

extension Connection {
    /// Sets how an empty database uses its file, before it has tables.
    func layOutPages() throws(StoreError) {
        try run("PRAGMA page_size = 4096")
        try run("PRAGMA auto_vacuum = INCREMENTAL")
    }

    /// Creates the tables of an empty database and stores the first state.
    fileprivate func fill(_ state: StoredState) throws(StoreError) {
        try run("BEGIN IMMEDIATE")
        try Schema.install(in: self)
        try writeState(state)
        try run("COMMIT")
    }
}
