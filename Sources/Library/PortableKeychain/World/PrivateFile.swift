internal import CKeychainPlatform
internal import FileSafety
internal import KeychainLibC

/// Reads and writes small files that only their owner can access, such as the device key.
///
/// Reading refuses files that others could have changed; writing is atomic and durable. The remains
/// of a killed writer are removed when the same file is written the next time.
package enum PrivateFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is refused.
    ///   - limit: The largest size that is read, in bytes.
    /// - Returns: The content, or `nil` if there is no such file.
    /// - Throws: ``KeychainError/Code/unsafePermissions`` when it belongs to, or is accessible to,
    ///   other users, which could also have replaced it.
    package static func read(
        _ path: String,
        atMost limit: Int
    ) throws(KeychainError) -> SecretBytes? {
        try read(path, atMost: limit, check)
    }

    /// Reads a file that a service manager gave to the process.
    ///
    /// As ``read(_:atMost:)``, but the file may belong to root, and a group may read it: systemd
    /// lets a service read its credentials by an access control list, whose mask shows as rights of
    /// the group (mode 0440).
    package static func readCredential(
        _ path: String,
        atMost limit: Int
    ) throws(KeychainError) -> SecretBytes? {
        try read(path, atMost: limit) { facts, path throws(KeychainError) in
            guard facts.st_mode & S_IFMT == S_IFREG, [0, geteuid()].contains(facts.st_uid),
                facts.st_mode & 0o037 == 0
            else {
                throw KeychainError(
                    .unsafePermissions,
                    reason: """
                        The credential \(path) is not a regular file of this user or of root that \
                        is closed to others. Change it: chmod 600 '\(path)'
                        """
                )
            }
        }
    }

    private static func read(
        _ path: String,
        atMost limit: Int,
        _ check: (stat, String) throws(KeychainError) -> Void
    ) throws(KeychainError) -> SecretBytes? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("open", path)
        }
        defer { close(file) }
        try translating { () throws(FileFault) in
            try PrivateFolder.inspect(PrivateFolder.split(path).folder)
        }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw failure("read", path) }
        try check(facts, path)
        guard facts.st_size <= limit else {
            throw KeychainError(.corrupt, reason: "The file \(path) is too large for its purpose.")
        }
        let count = Int(facts.st_size)
        return try SecretBytes(count: count) { room throws(KeychainError) in
            var offset = 0
            while offset < count {
                let step = Self.read(file, room, from: offset)
                guard step > 0 else { throw failure("read", path) }
                offset += step
            }
        }
    }

    /// Whether a file, and no link, is a program that only root and this user can replace.
    static func isProgram(_ path: String) -> Bool {
        var facts = stat()
        guard access(path, X_OK) == 0, lstat(path, &facts) == 0,
            facts.st_mode & S_IFMT == S_IFREG, facts.st_mode & 0o022 == 0,
            [0, geteuid()].contains(facts.st_uid)
        else { return false }
        return (try? PrivateFolder.inspect(PrivateFolder.split(path).folder)) != nil
    }

    /// Gives a file another name durably, which it must not take from another one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - names: The names to try, in order.
    /// - Returns: The name that it has now; `nil` if all are taken, and then nothing was changed.
    /// - Throws: A failure of the disk.
    static func move(_ path: String, toOneOf names: [String]) throws(KeychainError) -> String? {
        for name in names {
            guard pk_publish(path, name) == 0 else {
                if errno == EEXIST { continue }
                throw failure("rename", path)
            }
            try synchronizeFolder(of: name)
            return name
        }
        return nil
    }

    /// Removes a file durably; nothing happens if there is none.
    static func remove(_ path: String) throws(KeychainError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
        try synchronizeFolder(of: path)
    }

    /// Overwrites a file with a secret and removes it, durably; nothing happens if there is none.
    ///
    /// Its name must be one under which no process reads it: an interrupted call leaves it there,
    /// overwritten in part. One that has another name, by a hard link, is not overwritten: it is still
    /// in use there. The flash of a disk, snapshots and backups keep their copies.
    ///
    /// - Parameter path: The file.
    /// - Throws: A failure of the disk.
    static func discard(_ path: String) throws(KeychainError) {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw failure("overwrite", path)
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw failure("overwrite", path) }
        try check(facts, path)
        guard facts.st_nlink == 1 else { return try remove(path) }
        let zeroes = [UInt8](repeating: 0, count: min(Int(facts.st_size), 1 << 16))
        guard pwrite(file, zeroes, zeroes.count, 0) == zeroes.count, fsync(file) == 0 else {
            throw failure("overwrite", path)
        }
        try remove(path)
    }

    /// Creates a folder and its missing parents, accessible only to their owner.
    ///
    /// - Parameters:
    ///   - path: The folder; one that exists is used as it is.
    ///   - isDurable: Whether to wait until all of them are on the disk.
    /// - Throws: ``KeychainError/Code/unsafePermissions`` when other users could replace it.
    static func makeFolder(_ path: String, isDurable: Bool = true) throws(KeychainError) {
        try translating { () throws(FileFault) in
            try PrivateFolder.make(path, isDurable: isDurable)
        }
    }

    /// Removes the remains of killed writers of a file.
    static func clearLeftovers(of path: String) {
        Draft.clearLeftovers(of: path)
    }

    /// Whether a name is one that a killed writer of a file leaves beside it.
    package static func isLeftover(_ name: String, of file: String) -> Bool {
        Draft.isName(name, beside: file)
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

    /// The absolute path without symbolic links, `.` and `..`, where the file exists: the same for
    /// every spelling.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return absolute(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Splits a path into folder and name, at a slash as the kernel knows it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        PrivateFolder.split(path)
    }

    /// The names between the slashes of a path, as the kernel knows them.
    package static func parts(of path: String) -> [String] { PrivateFolder.parts(of: path) }

    /// The names in a folder; empty if there is no folder.
    package static func names(in folder: String) -> [String] { PrivateFolder.names(in: folder) }

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

    static func synchronizeFolder(of path: String) throws(KeychainError) {
        try translating { () throws(FileFault) in
            try PrivateFolder.synchronize(PrivateFolder.split(path).folder)
        }
    }

    private static func translating<R>(
        _ body: () throws(FileFault) -> R
    ) throws(KeychainError) -> R {
        do throws(FileFault) { return try body() } catch { throw KeychainError(error) }
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

    static func failure(_ verb: String, _ path: String) -> KeychainError {
        KeychainError(FileFault(errno, trying: verb, path))
    }
}

extension KeychainError {
    /// Translates a failure of a file or folder.
    init(_ fault: FileFault) {
        let code: Code =
            switch fault.kind {
            case .notFound, .exists, .inputOutput: .inputOutput
            case .diskFull: .diskFull
            case .readOnly: .readOnly
            case .outOfMemory: .outOfMemory
            case .unsafePermissions: .unsafePermissions
            }
        self.init(code, reason: fault.detail)
    }
}
