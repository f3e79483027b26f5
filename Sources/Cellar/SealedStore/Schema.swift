internal import CKeychainSQLite

/// The layout of a store's file, and the check that a file has it.
enum Schema {
    /// "PKch" in ASCII: the number by which `file(1)` and SQLite identify our files.
    static let applicationID: Int64 = 0x504B_6368
    /// The format that this code writes, and the newest that it reads.
    static let majorVersion: Int64 = 1
    /// `user_version`: the major version times 1000, plus a minor version that older readers can
    /// ignore.
    static let userVersion: Int64 = oldestVersion
    /// The length of an identifier and of a primary key.
    static let keyLength = 16
    /// The longest keybag or digest that is read; a longer one is damaged.
    static let maximumStateLength = 1 << 20

    private static let versionStep: Int64 = 1000
    /// Builds before the first release wrote minor version 0, with other tokens: a search of such a
    /// file would find nothing, as if its items did not exist.
    private static let oldestVersion: Int64 = majorVersion * versionStep + 1

    /// The secret comes last: a long one is stored in overflow pages, which reading the other
    /// columns of a row does not touch.
    private static let objects: KeyValuePairs<String, String> = [
        "items": """
        CREATE TABLE items(id INTEGER PRIMARY KEY, identifier BLOB NOT NULL UNIQUE, \
        class INTEGER NOT NULL, protection INTEGER NOT NULL, flags INTEGER NOT NULL, \
        primary_key BLOB NOT NULL UNIQUE, grp INTEGER NOT NULL, first INTEGER, \
        second INTEGER, third INTEGER, metadata BLOB NOT NULL, secret BLOB) STRICT
        """,
        "items_first_second": "CREATE INDEX items_first_second ON items(first, second)",
        "items_grp": "CREATE INDEX items_grp ON items(grp)",
        "items_second": "CREATE INDEX items_second ON items(second)",
        "items_third": "CREATE INDEX items_third ON items(third) WHERE third IS NOT NULL",
        "sqlite_autoindex_items_1": "",
        "sqlite_autoindex_items_2": "",
        "state": """
        CREATE TABLE state(id INTEGER PRIMARY KEY CHECK(id=1), epoch INTEGER NOT NULL, \
        keybag BLOB NOT NULL, digest BLOB NOT NULL) STRICT
        """,
    ]

    /// Writes the layout into an empty database.
    static func install(in connection: Connection) throws(StoreError) {
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = \(userVersion)")
        for (_, text) in objects where !text.isEmpty { try connection.run(text) }
    }

    /// Removes the indexes of tokens for the rest of a transaction, which makes them again.
    static func removeIndexes(from connection: Connection) throws(StoreError) {
        for name in indexes { try connection.run("DROP INDEX \(name)") }
    }

    /// Makes the indexes of tokens.
    static func makeIndexes(in connection: Connection) throws(StoreError) {
        for (name, text) in objects where indexes.contains(name) { try connection.run(text) }
    }

    private static let indexes = [
        "items_first_second", "items_grp", "items_second", "items_third",
    ]

    /// Refuses any other layout.
    ///
    /// A schema is code: a view or a trigger with the name of one of our tables would run with
    /// every query. So the text of each object must be exactly ours before any row is read.
    static func verify(_ connection: Connection) throws(StoreError) {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        guard application == applicationID else {
            throw StoreError(.notAStore, "The file is not a keychain.")
        }
        guard version >= versionStep else {
            throw StoreError(
                .corrupt,
                "The version number of the keychain is invalid. Restore a backup."
            )
        }
        let major = version / versionStep
        guard major <= majorVersion else {
            throw StoreError(
                .newerVersion(Int(major)),
                "A newer version wrote the keychain, in format \(major). Update to read it."
            )
        }
        guard version >= oldestVersion else {
            throw StoreError(
                .corrupt,
                "A build before version 0.9.0 wrote the keychain, and its items cannot be searched. "
                    + "Export them with that build."
            )
        }
        try verifyObjects(connection)
    }

    private static func verifyObjects(_ connection: Connection) throws(StoreError) {
        let changed = StoreError(
            .corrupt,
            "The keychain is damaged: its tables have an unexpected layout. Restore a backup."
        )
        var expected = objects.makeIterator()
        do {
            let sql = "SELECT name, ifnull(sql, '') FROM sqlite_schema ORDER BY name COLLATE BINARY"
            try connection.forEach(sql) { statement throws(StoreError) in
                guard let (name, text) = expected.next(), statement.text(at: 0) == name,
                    statement.text(at: 1) == text
                else { throw changed }
            }
        } catch {
            // SQLITE_ERROR does not indicate misuse here: the schema cannot be parsed.
            throw error.kind == .misuse ? changed : error
        }
        guard expected.next() == nil else { throw changed }
    }
}
