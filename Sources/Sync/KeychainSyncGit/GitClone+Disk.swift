internal import KeychainLibC
internal import PortableKeychain

/// A disk without room for the clone.
extension GitClone {
    /// The least room, in bytes, in which a commit can be stored.
    private static let least: UInt64 = 1 << 20
    /// The room, in bytes, above which git's message about a full disk is about another disk.
    private static let most: UInt64 = 1 << 30

    /// Whether a command can have failed because the disk of the clone is full.
    ///
    /// Files that git removes when it fails make room again, so that its words count, too, unless there
    /// is plenty.
    func isDiskFull(after problem: GitProblem) -> Bool {
        guard let room else { return false }
        return room < Self.least || problem.saysDiskFull && room < Self.most
    }

    /// The number of bytes that can be stored on the disk of the clone; 0 also if no more files can
    /// be made.
    private var room: UInt64? {
        var facts = statvfs()
        guard statvfs(place, &facts) == 0 else { return nil }
        // Some file systems have no limit on the number of files, and say 0 of 0.
        guard facts.f_files == 0 || facts.f_favail > 0 else { return 0 }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }
}
