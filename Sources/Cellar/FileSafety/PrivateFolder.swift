internal import KeychainLibC

/// Folders in which no other user can replace files (vault-format.md §11: M50).
package enum PrivateFolder {
    /// Creates a folder and its missing parents, accessible only to this user.
    ///
    /// - Parameters:
    ///   - path: The folder; one that exists is used as it is.
    ///   - isDurable: Whether to wait until all of them are on the disk.
    /// - Throws: `.unsafePermissions` when other users can replace it, before anything is created.
    package static func make(_ path: String, isDurable: Bool) throws(FileFault) {
        var known: [String] = []
        var partial = path.hasPrefix("/") ? "/" : "."
        var parts = parts(of: path)[...]
        while let part = parts.first {
            let next = partial == "/" ? "/\(part)" : "\(partial)/\(part)"
            guard var facts = try facts(next) else { break }
            // A program was killed before it gave a new folder its rights: such a folder is never
            // made on purpose.
            if facts.isFolder, facts.owner == geteuid(), facts.mode & 0o700 == 0 {
                guard chmod(next, 0o700) == 0 else { throw failure("use", next) }
                facts.mode = 0o700
            }
            known.append(partial)
            partial = next
            parts.removeFirst()
        }
        try inspect(partial)
        known.append(partial)
        for part in parts {
            partial += partial == "/" ? part : "/\(part)"
            try makeOne(partial)
            known.append(partial)
        }
        guard isDurable else { return }
        // Also those that exist: a program that was killed may have made them.
        for folder in known where try facts(folder)?.owner == geteuid() {
            try synchronize(folder)
        }
    }

    /// Waits until the entries of a folder are on the disk.
    package static func synchronize(_ path: String) throws(FileFault) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A folder in which one may write and not read.
            guard errno == EACCES else { throw failure("open", path) }
            return sync()
        }
        defer { close(descriptor) }
        // Some file systems do not offer this for folders, and nothing waits on a read-only one.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw failure("write", path)
        }
    }

    /// Refuses a folder in which other users can replace files, or which they can replace itself
    /// because it is in such a folder.
    ///
    /// - Parameter path: The folder, which exists.
    /// - Throws: `.unsafePermissions`, with advice; `.notFound`.
    package static func inspect(_ path: String) throws(FileFault) {
        guard let resolved = realpath(path, nil) else { throw failure("open", path) }
        defer { free(resolved) }
        let folder = String(cString: resolved)
        guard let facts = try facts(folder), facts.isFolder else {
            throw FileFault(.notFound, "There is no folder \(folder).")
        }
        try inspect(folder, facts, isAbove: false)
        var above = folder
        while above != "/" {
            above = split(above).folder
            guard let facts = try self.facts(above) else { continue }
            try inspect(above, facts, isAbove: true)
        }
    }

    /// Splits a path into folder and name.
    ///
    /// At a slash as the kernel knows it, a byte: Swift takes one before a combining mark for a part of another
    /// character than `/`, and a rule that looked for that character passed over the folder.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.unicodeScalars.index(after: slash)...]))
    }

    /// The names between the slashes of a path (``split(_:)``).
    package static func parts(of path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map { String($0) }
    }

    /// The names in a folder; empty if it cannot be read.
    package static func names(in folder: String) -> [String] {
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

    /// The facts about one folder that the rules use.
    package struct Facts: Sendable {
        package var isFolder = true
        package var owner: UInt32
        package var group: UInt32
        package var mode: UInt32

        package init(owner: UInt32, group: UInt32, mode: UInt32) {
            self.owner = owner
            self.group = group
            self.mode = mode
        }
    }

    /// The user that a folder must be safe for.
    package struct User: Sendable {
        package var user: UInt32
        /// The group that has no other members; `nil` if there is none.
        package var privateGroup: UInt32?
        /// The user that stands for all users of other namespaces; `nil` in the first namespace.
        package var stranger: UInt32?

        package init(_ user: UInt32, privateGroup: UInt32? = nil, stranger: UInt32? = nil) {
            self.user = user
            self.privateGroup = privateGroup
            self.stranger = stranger
        }
    }

    /// Judges one folder.
    ///
    /// - Parameters:
    ///   - path: The folder, for the text.
    ///   - facts: The known facts about it.
    ///   - user: The user that the folder must be safe for.
    ///   - isAbove: Whether keychains are in a folder further down.
    /// - Returns: The problem and the next step; `nil` if no other user can replace its contents.
    package static func problem(
        _ path: String,
        _ facts: Facts,
        for user: User,
        isAbove: Bool
    ) -> (text: String, advice: String)? {
        // The superuser can do anything in any case, and owns /tmp. In a user namespace, files of
        // the superuser outside belong to the stranger.
        guard [user.user, 0, user.stranger].contains(facts.owner) else {
            let name = self.name(of: facts.owner)
            return (
                "\(path) belongs to another user, \(name)",
                user.user == 0
                    ? "run this as \(name), or as root with the home folder of root (sudo -H)"
                    : "use a folder that belongs to you"
            )
        }
        // In a sticky folder, such as /tmp, users can move only their own files.
        let isSticky = facts.mode & 0o1000 != 0
        // Where each user has a group of their own, folders are often open to it (umask 002).
        let isPrivate = isAbove && facts.group == user.privateGroup
        let others: UInt32 = isPrivate ? 0o002 : 0o022
        guard facts.mode & others != 0, !isSticky else { return nil }
        return ("other users can replace files in \(path)", "run chmod go-w '\(path)'")
    }

    private static func inspect(
        _ path: String,
        _ facts: Facts,
        isAbove: Bool
    ) throws(FileFault) {
        let anybody = User(UInt32(geteuid()))
        // The user database is read only where it decides.
        guard problem(path, facts, for: anybody, isAbove: isAbove) != nil,
            let found = problem(path, facts, for: .current, isAbove: isAbove)
        else { return }
        let text = found.text.prefix(1).uppercased() + found.text.dropFirst()
        let advice = found.advice.prefix(1).uppercased() + found.advice.dropFirst()
        throw FileFault(.unsafePermissions, "\(text). \(advice).")
    }

    private static func makeOne(_ path: String) throws(FileFault) {
        guard mkdir(path, 0o700) == 0 else {
            // Another process was faster.
            if errno == EEXIST { return }
            throw failure("create", path)
        }
        // The umask may have removed the owner's rights.
        guard chmod(path, 0o700) == 0 else { throw failure("create", path) }
    }

    /// The facts about a path, following links; `nil` if it does not exist.
    private static func facts(_ path: String) throws(FileFault) -> Facts? {
        var answer = stat()
        guard stat(path, &answer) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("open", path)
        }
        var facts = Facts(
            owner: UInt32(answer.st_uid),
            group: UInt32(answer.st_gid),
            mode: UInt32(answer.st_mode & 0o7777)
        )
        facts.isFolder = answer.st_mode & S_IFMT == S_IFDIR
        return facts
    }

    private static func name(of user: UInt32) -> String {
        guard let entry = getpwuid(uid_t(user)) else { return "number \(user)" }
        return String(cString: entry.pointee.pw_name)
    }

    private static func failure(_ verb: String, _ path: String) -> FileFault {
        FileFault(errno, trying: verb, path)
    }
}

extension PrivateFolder.User {
    /// The user of this process.
    package static var current: Self {
        let user = UInt32(geteuid())
        return Self(user, privateGroup: privateGroup(of: user), stranger: stranger)
    }

    /// The group that has the name of its only user, by which pam_umask(8) opens new files to it.
    private static func privateGroup(of user: UInt32) -> UInt32? {
        guard user != 0, let entry = getpwuid(uid_t(user)) else { return nil }
        let number = entry.pointee.pw_gid
        let name = String(cString: entry.pointee.pw_name)
        guard let group = getgrgid(number), String(cString: group.pointee.gr_name) == name,
            var member = group.pointee.gr_mem
        else { return nil }
        while let other = member.pointee {
            guard String(cString: other) == name else { return nil }
            member += 1
        }
        return UInt32(number)
    }

    /// The number that stands for users who have none in this user namespace
    /// (user_namespaces(7)); `nil` where all have one.
    private static var stranger: UInt32? {
        #if os(Linux)
            let map = text("/proc/self/uid_map").split(separator: " ").map { $0.filter(\.isNumber) }
            guard map.count == 3, map != ["0", "0", "4294967295"] else { return nil }
            return UInt32(text("/proc/sys/kernel/overflowuid").filter(\.isNumber))
        #else
            return nil
        #endif
    }

    /// The beginning of a file of the kernel; empty without one.
    private static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
