internal import FileSafety
internal import KeychainLibC
internal import PortableKeychain

/// The findings about files and folders.
enum FileExamination {
    /// Examines a private file, or the folder that contains it.
    static func permissions(_ facts: FileFacts, user: UInt32) -> Finding {
        let topic = "permissions"
        let wanted = facts.kind == .folder ? "700" : "600"
        let mode = String(facts.mode, radix: 8)
        if facts.kind == .other {
            return .problem(
                topic,
                "\(facts.path) is neither a file nor a folder",
                advice: "replace it with the file itself; links are not followed"
            )
        }
        if facts.owner != user {
            return .problem(
                topic,
                "\(facts.path) belongs to another user",
                // Never to remove it: it may be all that opens a keychain, or the keychain itself.
                advice: user == 0
                    ? "run this as that user, or as root with the home folder of root (sudo -H)"
                    : "run: sudo chown \"$USER\" '\(facts.path)'"
            )
        }
        if facts.othersMay != 0 {
            // With read access to a folder, others see only file names.
            let isHarmless = facts.kind == .folder && facts.mode & 0o022 == 0
            return Finding(
                level: isHarmless ? .note : .problem,
                topic: topic,
                text: "\(facts.path) is accessible to other users (mode \(mode))",
                advice: "run 'keychainctl doctor --fix', or chmod \(wanted) '\(facts.path)'"
            )
        }
        return .fine(topic, "\(facts.path) is private (mode \(mode))")
    }

    /// Examines a folder whose entries other users must not be able to replace.
    ///
    /// - Parameters:
    ///   - facts: The folder.
    ///   - user: The user that asks.
    ///   - isAbove: Whether the keychain is in a folder further down.
    /// - Returns: The finding; `nil` if all is well.
    static func parent(
        _ facts: FileFacts,
        for user: PrivateFolder.User,
        isAbove: Bool
    ) -> Finding? {
        let known = PrivateFolder.Facts(owner: facts.owner, group: facts.group, mode: facts.mode)
        return PrivateFolder.problem(facts.path, known, for: user, isAbove: isAbove).map {
            .problem("folders above", $0.text, advice: $0.advice)
        }
    }

    /// Examines whether a keychain can be changed.
    ///
    /// - Parameters:
    ///   - folder: The folder of its file.
    ///   - obstacle: The reason why no files can be created there, as `errno`; 0 if that is
    ///     possible.
    /// - Returns: The finding.
    static func writing(_ folder: String, obstacle: Int32) -> Finding {
        let topic = "writing"
        switch obstacle {
        case 0: return .fine(topic, "the folder can be written")
        case EROFS:
            return .problem(
                topic,
                "\(folder) is on a disk that is read-only now; items can be read and not changed",
                advice: "make a backup with 'keychainctl backup' on another disk, and look in the "
                    + "system's log why the disk is read-only: it can be failing"
            )
        default:
            return .problem(
                topic,
                "\(folder) cannot be written; items can be read and not changed",
                advice: "check its owner, its permissions, and \(FileFault.confinement)"
            )
        }
    }

    /// Reports left-over files beside a keychain.
    static func leftovers(_ facts: [FileFacts], of keychain: String, now: Int64) -> [Finding] {
        let topic = "leftovers"
        let findings = facts.compactMap { file -> Finding? in
            let name = PrivateFile.split(file.path).name
            if name == "\(keychain)-journal" {
                return .note(
                    topic,
                    "\(file.path) is the journal of an interrupted write",
                    advice: "do not remove it; it is used when the keychain is opened next"
                )
            }
            if name == "\(keychain)-wal", file.size > longestLog {
                return .note(
                    topic,
                    "\(file.path) has grown to \(file.size >> 20) MB",
                    advice: "close programs that have kept the keychain open for a long time"
                )
            }
            if KeychainRepair.isCopy(name, of: keychain) {
                let kind =
                    KeychainRepair.isLog(name)
                    ? "belongs to a copy from before a repair, with its last changes"
                    : "is the keychain before a repair, and opens as it did then"
                return .note(
                    topic,
                    "\(file.path) \(kind)",
                    advice: "remove it when everything is back"
                )
            }
            // A recent file may belong to a running program.
            if isUnfinished(name, keychain), now - file.changed > 3600 {
                return .note(
                    topic,
                    "\(file.path) was left behind by a program that was interrupted",
                    advice: "remove it"
                )
            }
            return nil
        }
        return findings.isEmpty ? [.fine(topic, "none")] : findings
    }

    /// Whether a name is one that only a program gives to a file which it is making.
    ///
    /// Users keep device keys and keychains under similar names.
    private static func isUnfinished(_ name: String, _ keychain: String) -> Bool {
        if PrivateFile.isLeftover(name, of: "device.key") { return true }
        // By bytes: a name in another Unicode form is that of another file.
        let start = ".\(keychain).".utf8
        guard name.utf8.starts(with: start) else { return false }
        let end = Substring(name.utf8.dropFirst(start.count))
            .drop { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return end == ".new" || end.hasPrefix(".new-")
    }

    /// Twice the length at which writers move a log into the file.
    private static let longestLog: Int64 = 8 << 20

    /// Examines the header of the database (https://sqlite.org/fileformat2.html, section 1.3).
    ///
    /// - Parameter bytes: The first bytes of the file; `nil` if it cannot be opened.
    /// - Returns: The findings.
    static func header(_ bytes: [UInt8]?) -> [Finding] {
        guard let bytes else {
            return [
                .problem(
                    "format",
                    "this program may not read the file",
                    advice: "check the permissions of the file, and \(FileFault.confinement)"
                )
            ]
        }
        guard bytes.count >= 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return [
                .problem(
                    "format",
                    "the file does not have the header of a keychain",
                    advice: "check the path, or restore a backup"
                )
            ]
        }
        let version = bytes[60..<64].reduce(0) { $0 << 8 | Int($1) }
        let format = Finding.fine("format", "version \(version / 1000).\(version % 1000)")
        // With a write-ahead log, the versions for writing and for reading are both 2.
        guard bytes[18] == 2, bytes[19] == 2 else {
            return [
                format,
                .note(
                    "durability",
                    "the file has no write-ahead log at the moment",
                    advice: "nothing to do; the next write creates one"
                ),
            ]
        }
        return [format, .fine("durability", "write-ahead log; every write waits for the disk")]
    }
}
