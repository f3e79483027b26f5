internal import FileSafety

/// The path of a store's file, with links resolved, and the check that only its owner can access
/// it.
struct Location {
    let folder: String
    let name: String

    var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }

    /// The companion files: SQLite's, and our lock file, which comes last.
    static let companions = [logSuffix, "-shm", "-journal", lockSuffix]
    static let lockSuffix = "-lock"

    /// Resolves links in the folder.
    ///
    /// The file itself must not be a link, which ``inspect()`` checks.
    init(_ path: String) throws(StoreError) {
        let parts = PrivateFolder.split(path)
        guard !parts.name.isEmpty, parts.name != ".", parts.name != "..", !path.utf8.contains(0)
        else { throw StoreError(.misuse, "The path \(path) does not name a file.") }
        guard let folder = try System.resolve(parts.folder) else {
            throw StoreError(.notFound, "There is no folder \(parts.folder).")
        }
        self.folder = folder
        name = parts.name
    }

    /// Refuses a file that other users could read or replace; returns the identity of the file.
    func inspect() throws(StoreError) -> System.Identity {
        try StoreError.translating { () throws(FileFault) in try PrivateFolder.inspect(folder) }
        guard let file = try System.facts(path) else {
            throw StoreError(.notFound, "There is no keychain at \(path).")
        }
        guard file.kind != .folder else {
            throw StoreError(.notAStore, "\(path) is a folder, not a keychain.")
        }
        try inspect(file, at: path)
        // SQLite removes the log of an empty file when it opens it, also for reading. With a copy of the
        // file, that log may be all that has the last changes.
        guard file.size > 0 else {
            throw StoreError(
                .notAStore,
                "\(path) is empty. Nothing was changed. Put back a copy of the file, and leave its log. "
                    + "Without a copy, move it away, and restore a backup."
            )
        }
        for suffix in Self.companions {
            guard let companion = try System.facts(path + suffix) else { continue }
            try inspect(companion, at: path + suffix)
        }
        return file.identity
    }

    private func inspect(_ facts: System.Facts, at path: String) throws(StoreError) {
        guard facts.kind == .file else {
            throw StoreError(.unsafePermissions, "\(path) is not a regular file.")
        }
        guard facts.owner == System.user else {
            throw StoreError(.unsafePermissions, "\(path) belongs to another user.")
        }
        guard facts.mode & 0o077 == 0 else {
            throw StoreError(
                .unsafePermissions,
                "Other users can read or change \(path). Run: chmod 600 '\(path)'"
            )
        }
    }
}
