#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Reads and writes small files that only their owner can access, such as the device key.
///
/// Reading refuses files that others could have changed; writing is atomic and durable.
package enum PrivateFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is refused.
    ///   - limit: The largest size that is read, in bytes.
    /// - Returns: The content, or `nil` if there is no such file.
    /// - Throws: ``KeychainError/Code/unsafePermissions`` when it belongs to, or is accessible to,
    ///   other users.
    static func read(_ path: String, atMost limit: Int) throws(KeychainError) -> SecretBytes? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure(path)
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw failure(path) }
        try check(facts, path)
        guard facts.st_size <= limit else {
            throw KeychainError(.corrupt, reason: "The file \(path) is too large for its purpose.")
        }
        let count = Int(facts.st_size)
        return try SecretBytes(count: count) { room throws(KeychainError) in
            var offset = 0
            while offset < count {
                let step = Self.read(file, room, from: offset)
                guard step > 0 else { throw failure(path) }
                offset += step
            }
        }
    }

    /// Creates a file durably; an existing one is not changed.
    ///
    /// - Returns: Whether the file was created; `false` if it exists already.
    package static func create(_ path: String, _ content: SecretBytes) throws(KeychainError)
        -> Bool
    {
        let temporary = temporaryName(path)
        try write(temporary, content)
        defer { unlink(temporary) }
        // Unlike a rename, a link never replaces a file: of two creators, one succeeds, and the
        // other then reads the first one's file.
        guard link(temporary, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure(path)
        }
        try synchronizeFolder(of: path)
        return true
    }

    /// Replaces a file atomically and durably.
    static func replace(_ path: String, _ content: SecretBytes) throws(KeychainError) {
        let temporary = temporaryName(path)
        try write(temporary, content)
        guard rename(temporary, path) == 0 else {
            let error = failure(path)
            unlink(temporary)
            throw error
        }
        try synchronizeFolder(of: path)
    }

    /// Creates a folder and its missing parents, accessible only to their owner.
    static func makeFolder(_ path: String) throws(KeychainError) {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/" + part
            guard mkdir(partial, 0o700) != 0, errno != EEXIST else { continue }
            let refusal = failure(partial)
            guard refusal.code == .readOnly, access(partial, F_OK) == 0 else { throw refusal }
        }
    }

    /// Whether the path exists, even if it is a broken link.
    static func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// The absolute path.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// The names in a folder; empty if there is no folder.
    static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                        String(cString: $0)
                    }
                }
            )
        }
        return names
    }

    /// A name next to a file that no other process or thread uses.
    private static func temporaryName(_ path: String) -> String {
        let random = KeychainEntropy.system.bytes(8).map { String($0, radix: 16) }
        return "\(path).\(random.joined()).new"
    }

    private static func read(
        _ file: Int32,
        _ room: UnsafeMutableRawBufferPointer,
        from offset: Int
    ) -> Int {
        repeat {
            let step = pread(
                file,
                room.baseAddress?.advanced(by: offset),
                room.count - offset,
                off_t(offset)
            )
            if step >= 0 || errno != EINTR { return step }
        } while true
    }

    private static func write(_ path: String, _ content: SecretBytes) throws(KeychainError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        let written = content.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let step = pwrite(
                    file,
                    bytes.baseAddress?.advanced(by: offset),
                    bytes.count - offset,
                    off_t(offset)
                )
                if step < 0, errno == EINTR { continue }
                guard step > 0 else { return false }
                offset += step
            }
            return true
        }
        guard written, fsync(file) == 0 else {
            let error = failure(path)
            unlink(path)
            throw error
        }
    }

    private static func synchronizeFolder(of path: String) throws(KeychainError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = open(
            parts.isEmpty ? "." : parts.joined(separator: "/") + "/",
            O_RDONLY | O_CLOEXEC
        )
        guard folder >= 0 else { throw failure(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(path) }
    }

    private static func check(_ facts: stat, _ path: String) throws(KeychainError) {
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(.unsafePermissions, reason: "\(path) is not a regular file.")
        }
        guard facts.st_uid == geteuid() else {
            throw KeychainError(.unsafePermissions, reason: "\(path) belongs to another user.")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw KeychainError(
                .unsafePermissions,
                reason: "Other users can access \(path). Run: chmod 600 '\(path)'"
            )
        }
    }

    private static func failure(_ path: String) -> KeychainError {
        let number = errno
        let code: KeychainError.Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case EROFS, EACCES, EPERM: .readOnly
            case ELOOP: .unsafePermissions
            case ENOMEM: .outOfMemory
            default: .inputOutput
            }
        let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return KeychainError(code, reason: "\(path): \(text)")
    }
}
