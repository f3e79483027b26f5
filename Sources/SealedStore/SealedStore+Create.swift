internal import CSQLite

extension SealedStore {
    /// Creates a store: complete and on the disk under its name, or not there at all.
    ///
    /// - Parameters:
    ///   - place: Where; the folders of a file are made when missing, for this user only.
    ///   - state: What the store keeps beside its rows.
    ///   - options: For tests.
    /// - Returns: The open store.
    /// - Throws: `.exists` when anything is there, which stays as it is; `.unsafePermissions` when
    ///   others could exchange files in the folder.
    package static func create(
        _ place: Place,
        state: StoredState,
        options: Options = Options()
    ) throws(StoreError) -> SealedStore {
        switch place {
        case .memory:
            let connection = try Connection(path: ":memory:", mode: .write, options: options)
            try connection.fill(state)
            try connection.run("PRAGMA secure_delete = ON")
            return SealedStore(inMemory: connection)
        case .file(let path):
            try System.makeFolder(Location.split(path).folder)
            let location = try Location(path)
            try location.inspectFolder()
            try location.create(state, options: options)
            return try SealedStore(location, options: options)
        }
    }
}

extension Location {
    /// Builds the file under a name nobody uses, and gives it the real one when it is on the disk.
    fileprivate func create(
        _ state: StoredState,
        options: SealedStore.Options
    ) throws(StoreError) {
        guard try System.facts(path) == nil else { throw taken }
        let temporary = Location(folder: folder, name: ".\(name).\(Self.randomName()).new").path
        try System.makeFile(temporary)
        // All of the store is in the file itself, however well its connection could be closed.
        defer { for suffix in Self.companions { System.discard(temporary + suffix) } }
        do {
            try Self.fill(temporary, with: state, options: options)
            try System.synchronize(temporary)
            try publish(temporary, patience: options.patience)
        } catch {
            System.discard(temporary)
            throw error
        }
    }

    /// Puts the file in its place, after what a store removed by hand may have left there.
    private func publish(_ temporary: String, patience: UInt64) throws(StoreError) {
        // In turn, or one creator would clear away the log of a store another has just made.
        let gate = try Gate(
            shutting: path + Self.lockSuffix,
            patience: Patience(limit: patience)
        )
        defer { gate.open() }
        guard try System.facts(path) == nil else { throw taken }
        // SQLite would take such a log for the new store's own.
        for suffix in Self.companions where suffix != Self.lockSuffix {
            try System.removeFile(path + suffix)
        }
        try System.publish(temporary, as: path)
        try System.synchronize(folder)
    }

    private var taken: StoreError {
        StoreError(.exists, "There is something at \(path) already.")
    }

    private static func fill(
        _ path: String,
        with state: StoredState,
        options: SealedStore.Options
    ) throws(StoreError) {
        let connection = try Connection(path: path, mode: .write, options: options)
        // Nobody knows the file yet: it is synchronized once, when it is complete.
        try connection.run("PRAGMA synchronous = OFF")
        try connection.run("PRAGMA secure_delete = ON")
        try connection.run("PRAGMA page_size = 4096")
        try connection.run("PRAGMA journal_mode = MEMORY")
        try connection.fill(state)
        guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
            throw StoreError(.inputOutput, "This file system does not offer durable writes.")
        }
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
    /// Makes the tables of an empty database and stores the first state.
    fileprivate func fill(_ state: StoredState) throws(StoreError) {
        try run("BEGIN IMMEDIATE")
        try Schema.install(in: self)
        try writeState(state)
        try run("COMMIT")
    }
}
