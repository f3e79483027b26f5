internal import KeychainLibC

/// The metadata of a path in the file system; a symbolic link is not followed.
struct FileFacts: Equatable, Sendable {
    enum Kind { case file, folder, other }

    let path: String
    var kind: Kind
    var owner: UInt32
    var mode: UInt32
    var group: UInt32 = 0
    var size: Int64 = 0
    /// The time of the last change, in seconds since 1970.
    var changed: Int64 = 0

    /// The permissions of other users and groups.
    var othersMay: UInt32 { mode & 0o077 }

    /// The metadata of a path; `nil` if nothing exists there.
    static func of(_ path: String) -> FileFacts? {
        var answer = stat()
        guard lstat(path, &answer) == 0 else { return nil }
        let kind: Kind =
            switch answer.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return FileFacts(
            path: path,
            kind: kind,
            owner: UInt32(answer.st_uid),
            mode: UInt32(answer.st_mode & 0o7777),
            group: UInt32(answer.st_gid),
            size: Int64(answer.st_size),
            changed: Int64(answer.modification.tv_sec)
        )
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The path with all symbolic links resolved.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The user of this process.
    static var user: UInt32 { UInt32(geteuid()) }

    /// Removes all permissions of other users; returns whether that was possible.
    func closeToOthers() -> Bool { chmod(path, mode_t(mode & 0o700)) == 0 }

    /// The first bytes of a file, which must not be open elsewhere in this process; `nil` if it cannot
    /// be opened.
    ///
    /// Closing a descriptor of a database releases the locks that SQLite holds on it
    /// (https://sqlite.org/howtocorrupt.html, section 2.2).
    static func beginning(of path: String, count: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            filled = max(read(file, room.baseAddress, count), 0)
        }
    }

    /// A text that the kernel provides, such as a file in /proc; `nil` if it does not exist.
    static func kernelText(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 24 {
            let count = read(file, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
