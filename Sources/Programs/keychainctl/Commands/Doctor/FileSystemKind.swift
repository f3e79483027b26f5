/// The kind of file system that contains a path, according to /proc/self/mountinfo.
enum FileSystemKind {
    /// File systems of other computers, on which locks and flushes may be unreliable
    /// (https://sqlite.org/useovernet.html).
    private static let remote: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs",
        "fuse.rclone", "davfs", "fuse.davfs2", "vboxsf", "lustre", "ocfs2", "gfs2",
    ]
    /// File systems whose content is lost at shutdown.
    private static let passing: Set<String> = ["tmpfs", "ramfs", "devtmpfs"]

    /// The kind of the longest mount point above a path; `nil` if the text contains none.
    ///
    /// The format is that of proc_pid_mountinfo(5): the fifth field is the mount point, with spaces
    /// and similar characters as octal numbers; the field after " - " is the kind.
    static func name(of path: String, mountInfo: String) -> String? {
        var best: (point: String, kind: String)?
        for line in mountInfo.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let dash = fields.firstIndex(of: "-"),
                dash + 1 < fields.endIndex
            else { continue }
            let point = unescaped(fields[4])
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            // Of two mounts at the same point, the later one hides the other.
            if isAbove, point.utf8.count >= best?.point.utf8.count ?? 0 {
                best = (point, String(fields[dash + 1]))
            }
        }
        return best?.kind
    }

    /// The finding about a kind of file system.
    static func finding(_ kind: String?) -> Finding {
        let topic = "file system"
        guard let kind else { return .fine(topic, "not known on this system") }
        if remote.contains(kind) {
            return .problem(
                topic,
                "\(kind): a network file system may lose writes and locks",
                advice: "store keychains on a local disk: set XDG_DATA_HOME"
            )
        }
        if passing.contains(kind) {
            return .note(
                topic,
                "\(kind): its content is lost at the next restart",
                advice: "to keep the keychain, move it to a disk: set XDG_DATA_HOME"
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
