internal import KeychainLibC
internal import KeychainSync
internal import KeychainctlKit

/// The folder of a mirror, from which a web server or an object store serves its files.
///
/// One program publishes into it at a time. The stamp is replaced when everything else is on the disk, so
/// a program that is killed leaves the state before.
final class MirrorFolder: MirrorSource {
    /// The time for which objects stay that the present state does not need, in seconds: readers of the
    /// state before may ask for them.
    static let grace = 3600
    private static let draft = ".new"

    private let path: String
    private let folder: Int32
    private let clock: @Sendable () -> Int

    /// Opens or makes the folder, and takes its turn.
    ///
    /// - Parameters:
    ///   - path: The folder. One that exists is empty, or a mirror.
    ///   - clock: The present time in seconds since 1970.
    /// - Throws: ``Failure`` for a folder with other files, in which nothing is changed, or while another
    ///   program publishes there.
    init(_ path: String, clock: @escaping @Sendable () -> Int = { time(nil) }) throws(Failure) {
        (self.path, self.clock) = (path, clock)
        try NamedFile.requireText(path)
        let isNew = mkdir(path, 0o755) == 0
        guard isNew || errno == EEXIST else { throw Self.failure("cannot make \(path)") }
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Self.failure("cannot open \(path)") }
        // Web servers run as another user, whatever the umask of this one is.
        if isNew { fchmod(folder, 0o755) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(
                .fileError,
                "another program publishes into \(path)",
                advice: "end it first, or choose another folder"
            )
        }
        let own = [MirrorPath.stamp, MirrorPath.objects, Self.draft, ".", ".."]
        let others = FileFacts.names(in: path).filter { !own.contains($0) }.sorted()
        guard others.isEmpty else {
            throw Failure(
                .usage,
                "\(path) has other files than a mirror, such as \(others[0])",
                advice: "choose another folder, or an empty one"
            )
        }
    }

    deinit { close(folder) }

    // MARK: Reading

    func read(
        _ paths: [String],
        limit: Int
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in paths { files[path] = contents(path, atMost: limit) }
        return files
    }

    /// The content of a file; `nil` without one, or for one that is too long.
    private func contents(_ name: String, atMost limit: Int) -> [UInt8]? {
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (0...limit).contains(Int(status.st_size))
        else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = 0
            while count < buffer.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let read = KeychainLibC.read(file, rest.baseAddress, rest.count)
                guard read > 0 else { return }
                count += read
            }
        }
    }

    // MARK: Writing

    /// Writes a publication, and removes what no reader asks for any longer.
    ///
    /// - Throws: ``Failure``; then readers have the state from before.
    func take(_ publication: MirrorPublication) throws(Failure) {
        for (name, bytes) in publication.files { try replace(name, bytes) }
        // A stamp must not be there before its objects, also after a power cut.
        try replace(MirrorPath.stamp, publication.stamp)
        clean(publication)
    }

    private func replace(_ name: String, _ bytes: [UInt8]) throws(Failure) {
        for end in name.indices where name[end] == "/" {
            let part = String(name[..<end])
            let isNew = mkdirat(folder, part, 0o755) == 0
            guard isNew ? fchmodat(folder, part, 0o755, 0) == 0 : errno == EEXIST else {
                throw Self.failure("cannot make \(path)/\(part)")
            }
        }
        unlinkat(folder, Self.draft, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder, Self.draft, flags, 0o644)
        guard file >= 0 else { throw Self.failure("cannot write to \(path)") }
        let isWritten = bytes.withUnsafeBytes { Terminal.writeAll($0, to: file) }
        let isReady = isWritten && fchmod(file, 0o644) == 0 && fsync(file) == 0
        close(file)
        guard isReady, renameat(folder, Self.draft, folder, name) == 0 else {
            let failure = Self.failure("cannot write \(path)/\(name)")
            unlinkat(folder, Self.draft, 0)
            throw failure
        }
    }

    /// Removes objects that were not needed for a while.
    private func clean(_ publication: MirrorPublication) {
        let oldest = clock() - Self.grace
        for part in names(MirrorPath.objects) {
            let inside = "\(MirrorPath.objects)/\(part)"
            for name in names(inside).map({ "\(inside)/\($0)" })
            where !publication.present.contains(name) {
                var status = stat()
                guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                if publication.former.contains(name) {
                    // From now on it is not needed.
                    utimensat(folder, name, nil, AT_SYMLINK_NOFOLLOW)
                } else if status.modification.tv_sec < oldest {
                    unlinkat(folder, name, 0)
                }
            }
        }
    }

    /// The names in a part of the folder, without hidden ones.
    private func names(_ part: String) -> [String] {
        FileFacts.names(in: "\(path)/\(part)").filter { !$0.hasPrefix(".") }
    }

    private static func failure(_ problem: String) -> Failure {
        Failure(
            .fileError,
            "\(problem): \(String(cString: strerror(errno)))",
            advice: "check the folder, its permissions and the free space"
        )
    }
}
