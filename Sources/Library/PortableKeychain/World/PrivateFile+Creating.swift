internal import CKeychainPlatform
internal import FileSafety
internal import KeychainLibC

// Files that are made as a whole, or not.
extension PrivateFile {
    /// Creates a file whose content is not encrypted durably; an existing one is not changed.
    ///
    /// Where the file system can do that, a writer that is killed leaves nothing.
    ///
    /// - Returns: Whether the file was created; `false` if it exists already.
    package static func createPlain(
        _ path: String,
        _ content: SecretBytes
    ) throws(KeychainError) -> Bool {
        try writing { try createPlain(path) { try $0.append(content) } }
    }

    /// Creates a file whose content is not encrypted durably, and piece by piece, so that it is never in
    /// memory as a whole.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - write: Writes the content; called again where the first way to make the file fails.
    /// - Returns: Whether the file was created; `false` if it exists already.
    /// - Throws: A failure of the disk, or any error of `write`; then there is no file.
    package static func createPlain(
        _ path: String,
        _ write: (NewContent) throws -> Void
    ) throws -> Bool {
        Draft.clearLeftovers(of: path)
        guard let draft = try UnnamedDraft(of: path, write) else {
            return try create(path, write)
        }
        switch draft.publish(as: path) {
        case 0:
            try synchronizeFolder(of: path)
            return true
        case EEXIST: return false
        default: return try create(path, write)
        }
    }

    /// Creates a file durably; an existing one is not changed.
    ///
    /// - Returns: Whether the file was created; `false` if it exists already.
    package static func create(_ path: String, _ content: SecretBytes) throws(KeychainError)
        -> Bool
    {
        try writing { try create(path) { try $0.append(content) } }
    }

    private static func create(
        _ path: String,
        _ write: (NewContent) throws -> Void
    ) throws -> Bool {
        let draft = try Draft(of: path, write)
        // Of two creators, one succeeds, and the other then reads the first one's file.
        guard pk_publish(draft.path, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure("create", path)
        }
        try synchronizeFolder(of: path)
        return true
    }

    /// Replaces a file atomically and durably.
    static func replace(_ path: String, _ content: SecretBytes) throws(KeychainError) {
        try writing {
            let draft = try Draft(of: path) { try $0.append(content) }
            guard rename(draft.path, path) == 0 else { throw failure("write", path) }
            try synchronizeFolder(of: path)
        }
    }

    /// Calls a body that throws errors of the keychain alone.
    private static func writing<R>(_ body: () throws -> R) throws(KeychainError) -> R {
        do { return try body() } catch {
            throw error as? KeychainError ?? KeychainError(.internalError)
        }
    }
}
