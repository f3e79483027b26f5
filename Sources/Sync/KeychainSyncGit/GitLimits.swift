internal import KeychainSync

/// Limits on the cost of a hostile or broken repository.
package struct GitLimits: Sendable {
    /// The largest file that is read, in bytes.
    package var file = VaultFileChange.longest
    /// All files that are read at once, in bytes.
    package var total = 512 << 20
    /// The names in a folder, in bytes.
    package var listing = 16 << 20
    /// The largest size of one fetch, and of the clone, in bytes.
    package var fetch = 1 << 30
    /// The memory of a git that fetches, in bytes of addresses.
    package var memory = 4 << 30
    /// The longest time that a command on the clone may take, in seconds.
    package var localSeconds = 120.0
    /// The longest time that a fetch or a push may take, in seconds.
    package var remoteSeconds = 900.0

    /// The time for which objects that nothing refers to are kept, in seconds: another process may just
    /// have written them, or still be reading an older state.
    package var spare = 3600
    /// The numbers of files with one object, and of packs, above which git packs them into one.
    package var (loose, packs) = (1000, 50)

    package init() {}

    /// The settings by which git packs a repository of synchronization, there and here.
    ///
    /// Objects that nothing refers to stay in one pack until they are old enough: as files of their
    /// own, which is what git does without `gc.cruftPacks`, each would take 4 KB of the disk.
    var packing: [(String, String)] {
        let age = spare > 0 ? "\(spare).seconds.ago" : "now"
        return [
            ("gc.cruftPacks", "true"), ("gc.pruneExpire", age), ("gc.reflogExpire", age),
            ("gc.reflogExpireUnreachable", age), ("gc.autoDetach", "false"),
            ("maintenance.autoDetach", "false"), ("gc.writeCommitGraph", "false"),
            ("repack.writeBitmaps", "false"), ("pack.threads", "1"), ("pack.windowMemory", "64m"),
        ]
    }
}
