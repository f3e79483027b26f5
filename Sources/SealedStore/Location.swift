/// A store's file: its path free of links, and the proof that only its owner can get at it.
struct Location {
    let folder: String
    let name: String

    var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }

    /// SQLite's companions of the file, and ours, which comes last.
    static let companions = ["-wal", "-shm", "-journal", lockSuffix]
    static let lockSuffix = "-lock"

    /// Resolves links in the folder; the last part of the path may not be one.
    init(_ path: String) throws(StoreError) {
        let parts = Self.split(path)
        guard !parts.name.isEmpty, parts.name != ".", parts.name != "..", !path.utf8.contains(0)
        else { throw StoreError(.misuse, "The path does not name a file: \(path).") }
        guard let folder = try System.resolve(parts.folder) else {
            throw StoreError(.notFound, "There is no folder \(parts.folder).")
        }
        self.folder = folder
        name = parts.name
    }

    /// Splits a path before its last part.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }

    /// Refuses a file that others could read, or exchange for another; tells which file it is.
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

    /// Refuses a folder in which others could exchange files.
    func inspectFolder() throws(StoreError) {
        guard let facts = try System.facts(folder), facts.kind == .folder else {
            throw StoreError(.notFound, "There is no folder \(folder).")
        }
        // The superuser can do as they please anyway; /tmp is theirs.
        guard facts.owner == System.user || facts.owner == 0 else {
            throw StoreError(.unsafePermissions, "The folder \(folder) belongs to another user.")
        }
        let isSticky = facts.mode & 0o1000 != 0
        guard facts.mode & 0o022 == 0 || isSticky else {
            throw StoreError(
                .unsafePermissions,
                "Others can exchange files in \(folder); run: chmod go-w '\(folder)'"
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
                "Others can read or change \(path); run: chmod 600 '\(path)'"
            )
        }
    }
}
