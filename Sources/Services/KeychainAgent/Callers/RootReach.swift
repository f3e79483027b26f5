internal import KeychainLibC
internal import PortableKeychain

/// Recognizes files that only root could have put where they are.
struct RootReach: Sendable {
    /// The user that must own the files and folders: root, except in tests.
    var owner: UInt32 = 0
    /// The folder at which the check of parent folders stops, without a slash at its end; empty
    /// except in tests, whose folders are below some that other users can write.
    var top = ""

    /// Whether only root can replace the file at a path.
    ///
    /// - Parameter path: An absolute path without links.
    /// - Returns: Whether the folders on the way to it belong to the owner, and others cannot write them.
    func covers(_ path: String) -> Bool {
        guard path.hasPrefix(top + "/") else { return false }
        var folder = path
        repeat {
            folder = PrivateFile.split(folder).folder
            var facts = stat()
            // The mode of a link lets everybody write, so that none is the owner's own.
            guard lstat(folder, &facts) == 0, isOwn(facts) else { return false }
        } while folder.utf8.count > max(top.utf8.count, 1)
        return true
    }

    /// Whether a file or folder belongs to the owner, and others cannot write it.
    func isOwn(_ facts: stat) -> Bool { facts.st_uid == owner && facts.st_mode & 0o022 == 0 }
}
