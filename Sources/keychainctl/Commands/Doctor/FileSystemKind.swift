/// What kind of file system holds a path, by what Linux tells in /proc/self/mountinfo.
enum FileSystemKind {
    /// File systems of other computers, whose locks and flushes may not hold
    /// (https://sqlite.org/useovernet.html).
    private static let remote: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs",
        "fuse.rclone", "davfs", "fuse.davfs2", "vboxsf", "lustre", "ocfs2", "gfs2",
    ]
    /// File systems that are gone with the power.
    private static let passing: Set<String> = ["tmpfs", "ramfs", "devtmpfs"]

    /// The kind that the longest mount point above a path has; `nil` when the text names none.
    ///
    /// Fields are told apart as in proc_pid_mountinfo(5): the fifth is the mount point, with spaces
    /// and the like as octal numbers; the one after " - " is the kind.
    static func name(of path: String, mountInfo: String) -> String? {
        var best: (point: String, kind: String)?
        for line in mountInfo.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let dash = fields.firstIndex(of: "-"),
                dash + 1 < fields.endIndex
            else { continue }
            let point = unescaped(fields[4])
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            // Of two at the same point, the later one covers the other.
            if isAbove, point.utf8.count >= best?.point.utf8.count ?? 0 {
                best = (point, String(fields[dash + 1]))
            }
        }
        return best?.kind
    }

    /// What is to be said about a kind.
    static func finding(_ kind: String?) -> Finding {
        let topic = "file system"
        guard let kind else { return .fine(topic, "not known on this system") }
        if remote.contains(kind) {
            return .problem(
                topic,
                "\(kind): a file system of another computer may lose writes and locks",
                advice: "keep keychains on a disk of this computer: set XDG_DATA_HOME"
            )
        }
        if passing.contains(kind) {
            return .note(
                topic,
                "\(kind): everything in it is gone with the next restart",
                advice: "move the keychain to a disk if it is to stay: set XDG_DATA_HOME"
            )
        }
        return .fine(topic, kind)
    }

    private static func unescaped(_ field: Substring) -> String {
        ["\\040": " ", "\\011": "\t", "\\012": "\n", "\\134": "\\"].reduce(String(field)) {
            $0.replacing($1.key, with: $1.value)
        }
    }
}
