internal import CKeychainPlatform
internal import FileSafety
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// A folder whose files change together, as Kubernetes does it for its volumes.
///
/// ```
/// FOLDER/password -> ..data/password
/// FOLDER/..data   -> ..3
/// FOLDER/..3/password
/// ```
///
/// New files are written into a new folder; then the link `..data` is replaced, which is one step.
/// All names are used relative to the open folder, so that no other process can put another one in
/// its place.
final class ProjectedFolder {
    private static let current = "..data"
    private static let next = "..next"

    private let path: String
    private let rights: FileRights
    private let folder: Int32
    /// Whether this process made the folder, and removes it.
    private let isNew: Bool
    private var names: Set<[UInt8]> = []

    /// Opens or makes the folder, which no other process may use in this way meanwhile.
    ///
    /// - Throws: ``Failure`` if that is not possible, or if others could replace files in it.
    init(_ path: String, _ rights: FileRights) throws(Failure) {
        self.path = path
        self.rights = rights
        try NamedFile.requireText(path)
        try Self.requireOwnWay(to: path)
        isNew = mkdir(path, 0o700) == 0
        guard isNew || errno == EEXIST else { throw Self.failure("cannot make \(path)") }
        // The path that was checked before is not a link, and must not have become one.
        folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw Self.failure("cannot open \(path)") }
        if isNew { fchmod(folder, rights.folderMode) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(
                .fileError,
                "another process writes to \(path)",
                advice: "end it first, or choose another folder"
            )
        }
        try requireOwnFolder()
        sayWhereItLies()
    }

    deinit { close(folder) }

    /// Replaces all files.
    ///
    /// - Parameter files: Their contents, by the bytes of their names.
    /// - Throws: ``Failure``; then the files are those from before.
    func publish(_ files: [[UInt8]: SecretBytes]) throws(Failure) {
        let links = files.keys.map { String(decoding: $0, as: UTF8.self) }
        for name in links where exists(name) && !isOwnLink(name) {
            throw Failure(
                .usage,
                "\(path)/\(name) exists, and this command did not make it",
                advice: "choose another folder, or remove it"
            )
        }
        let fresh = try writeFresh(files)
        do throws(Failure) {
            try swap(to: fresh)
        } catch {
            discard(fresh)
            throw error
        }
        for name in links where !isOwnLink(name) {
            guard symlinkat("\(Self.current)/\(name)", folder, name) == 0 else {
                throw Self.failure("cannot make \(path)/\(name)")
            }
        }
        names = Set(files.keys)
        clean(keeping: fresh)
    }

    /// Removes all that was made here.
    func remove() throws(Failure) {
        names = []
        unlinkat(folder, Self.current, 0)
        clean(keeping: nil)
        if isNew, rmdir(path) != 0 { throw Self.failure("cannot remove \(path)") }
    }

    /// Writes files into a new folder beside the present one, and returns its name.
    private func writeFresh(_ files: [[UInt8]: SecretBytes]) throws(Failure) -> String {
        var number = 1
        while mkdirat(folder, "..\(number)", 0o700) != 0 {
            guard errno == EEXIST else { throw Self.failure("cannot write to \(path)") }
            number += 1
        }
        let fresh = "..\(number)"
        do throws(Failure) {
            let inside = openat(folder, fresh, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inside >= 0 else { throw Self.failure("cannot write to \(path)") }
            defer { close(inside) }
            for (name, content) in files {
                try write(content, to: String(decoding: name, as: UTF8.self), in: inside)
            }
            fchmod(inside, rights.folderMode)
        } catch {
            discard(fresh)
            throw error
        }
        return fresh
    }

    private func write(
        _ content: SecretBytes,
        to name: String,
        in inside: Int32
    ) throws(Failure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(inside, name, flags, 0o600)
        guard file >= 0 else { throw Self.failure("cannot write \(path)/\(name)") }
        defer { close(file) }
        let isWritten = content.withUnsafeBytes { Terminal.writeAll($0, to: file) }
        guard isWritten else { throw Self.failure("cannot write \(path)/\(name)") }
        if let owner = rights.owner, fchown(file, owner.user, owner.group) != 0 {
            throw Self.failure("cannot give \(path)/\(name) to another owner")
        }
        guard fchmod(file, rights.mode) == 0 else {
            throw Self.failure("cannot set the mode of \(path)/\(name)")
        }
    }

    private func swap(to fresh: String) throws(Failure) {
        unlinkat(folder, Self.next, 0)
        guard symlinkat(fresh, folder, Self.next) == 0,
            renameat(folder, Self.next, folder, Self.current) == 0
        else { throw Self.failure("cannot replace the files in \(path)") }
    }

    /// Removes links to files that are gone, and folders from before, also those of a process that
    /// was killed.
    private func clean(keeping fresh: String?) {
        for name in entries(of: folder) {
            if name.hasPrefix(".."), UInt(name.dropFirst(2)) != nil {
                if name != fresh { discard(name) }
            } else if !names.contains(Array(name.utf8)), isOwnLink(name) {
                unlinkat(folder, name, 0)
            }
        }
    }

    /// Removes a folder with its files.
    private func discard(_ name: String) {
        let inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inside >= 0 else { return }
        for file in entries(of: inside) { unlinkat(inside, file, 0) }
        close(inside)
        unlinkat(folder, name, AT_REMOVEDIR)
    }

    private func entries(of folder: Int32) -> [String] {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private func exists(_ name: String) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Whether a name is a link that this command makes: to the file of the same name.
    private func isOwnLink(_ name: String) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlinkat(folder, name, $0, text.count) }
            }
            count = max(length ?? 0, 0)
        }
        return bytes.elementsEqual("\(Self.current)/\(name)".utf8)
    }

    /// Refuses a way to the folder that other users can change, as for the folder of a keychain (M50):
    /// one of their links could lead into any folder of this user.
    private static func requireOwnWay(to path: String) throws(Failure) {
        var way = path.hasPrefix("/") ? "" : "."
        var isLink = false
        for part in PrivateFile.parts(of: path) {
            let folder = way.isEmpty ? "/" : way
            // Nothing is beyond a name that is not there yet.
            guard access(folder, F_OK) == 0 else { return }
            do throws(FileFault) { try PrivateFolder.inspect(folder) } catch {
                throw replaceable(path, error.detail)
            }
            way += "/\(part)"
            var status = stat()
            isLink = lstat(way, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            guard !isLink || [0, geteuid()].contains(status.st_uid) else {
                throw replaceable(path, "\(way) is a link of another user.")
            }
        }
        guard !isLink else {
            throw Failure(
                .fileError,
                "\(path) is a link",
                advice: "name the folder to which it leads"
            )
        }
    }

    private static func replaceable(_ path: String, _ reason: String) -> Failure {
        Failure(
            .fileError,
            "other users can replace \(path): \(Failure.clause(reason))",
            advice: "choose a folder below one that belongs to you or root"
        )
    }

    /// A user who can write to the folder can give other files to those who read there.
    private func requireOwnFolder() throws(Failure) {
        var status = stat()
        guard fstat(folder, &status) == 0 else { throw Self.failure("cannot open \(path)") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Failure(
                .fileError,
                "other users can write to \(path)",
                advice: "choose a folder that belongs to you, which no others can write to"
            )
        }
    }

    private func sayWhereItLies() {
        guard pk_is_in_memory(folder) == 0 else { return }
        Terminal.say("\(path) is not in memory: removed secrets may stay on the disk.")
    }

    private static func failure(_ what: String) -> Failure {
        Failure(
            .fileError,
            "\(what): \(String(cString: strerror(errno)))",
            advice: "check the permissions and the space there"
        )
    }
}
