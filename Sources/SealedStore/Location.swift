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
        let parts = Self.split(path)
        guard !parts.name.isEmpty, parts.name != ".", parts.name != "..", !path.utf8.contains(0)
        else { throw StoreError(.misuse, "The path \(path) does not name a file.") }
        guard let folder = try System.resolve(parts.folder) else {
            throw StoreError(.notFound, "There is no folder \(parts.folder).")
        }
        self.folder = folder
        name = parts.name
    }

    /// Splits a path into folder and name.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }

    /// Refuses a file that other users could read or replace; returns the identity of the file.
    func inspect() throws(StoreError) -> System.Identity {
        try inspectFolder()
        guard let file = try System.facts(path) else {
            throw StoreError(.notFound, "There is no keychain at \(path).")
        }
        guard file.kind != .folder else {
            throw StoreError(.notAStore, "\(path) is a folder, not a keychain.")
        }
        try inspect(file, at: path)
        for suffix in Self.companions {
            guard let companion = try System.facts(path + suffix) else { continue }
            try inspect(companion, at: path + suffix)
        }
        return file.identity
    }

    /// Refuses a folder in which other users could replace files.
    func inspectFolder() throws(StoreError) {
        guard let facts = try System.facts(folder), facts.kind == .folder else {
            throw StoreError(.notFound, "There is no folder \(folder).")
        }
        // The superuser can do anything in any case, and owns /tmp.
        guard facts.owner == System.user || facts.owner == 0 else {
            throw StoreError(.unsafePermissions, "The folder \(folder) belongs to another user.")
        }
        let isSticky = facts.mode & 0o1000 != 0
        guard facts.mode & 0o022 == 0 || isSticky else {
            throw StoreError(
                .unsafePermissions,
                "Other users can replace files in \(folder). Run: chmod go-w '\(folder)'"
            )
        }
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
