internal import KeychainctlKit
internal import KeychainLibC

/// The users who may read the files of a folder.
struct FileRights {
    /// The mode of the files.
    let mode: mode_t
    /// The mode of a folder that has to be made: users who may read the files may enter it.
    let folderMode: mode_t
    /// The owner of the files; `nil` for the user of this process.
    let owner: (user: uid_t, group: gid_t)?

    /// Reads the texts of options.
    ///
    /// - Throws: ``Failure`` for a mode that is not one of three, or an owner that does not exist.
    init(mode text: String, owner name: String?) throws(Failure) {
        guard let mode = mode_t(text, radix: 8), [0o400, 0o440, 0o444].contains(mode) else {
            throw Failure(
                .usage,
                "'\(text)' is no mode for files that are only read",
                advice: "use 0400, 0440 or 0444"
            )
        }
        self.mode = mode
        var owner: (user: uid_t, group: gid_t)?
        if let name { owner = try Self.owner(name) }
        self.owner = owner
        // The folder stays this user's, so others need to get through it to files of their own.
        folderMode = owner != nil || mode == 0o444 ? 0o755 : mode == 0o440 ? 0o750 : 0o700
    }

    private static func owner(_ text: String) throws(Failure) -> (user: uid_t, group: gid_t) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        guard let name = parts.first, !name.isEmpty else { throw unknown(text) }
        var user = uid_t(name)
        // The value that chown(2) takes for "as it is".
        var group = gid_t.max
        if user == nil, let entry = getpwnam(name) {
            user = entry.pointee.pw_uid
            group = entry.pointee.pw_gid
        }
        if parts.count == 2 {
            guard let found = gid_t(parts[1]) ?? getgrnam(parts[1])?.pointee.gr_gid else {
                throw unknown(text)
            }
            group = found
        }
        guard let user, user != uid_t.max else { throw unknown(text) }
        return (user, group)
    }

    private static func unknown(_ text: String) -> Failure {
        Failure(
            .usage,
            "there is no user or group '\(text)'",
            advice: "write a name, 'user:group', or numbers such as 1000:1000"
        )
    }
}
