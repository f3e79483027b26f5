/// What is to be said about files and folders.
enum FileExamination {
    /// Examines a file of ours, which nobody else may read, or the folder of it.
    static func permissions(_ facts: FileFacts, user: UInt32) -> Finding {
        let topic = "permissions"
        let wanted = facts.kind == .folder ? "700" : "600"
        let mode = String(facts.mode, radix: 8)
        if facts.kind == .other {
            return .problem(
                topic,
                "\(facts.path) is neither a file nor a folder",
                advice: "put the real file there; links are not followed"
            )
        }
        if facts.owner != user {
            return .problem(
                topic,
                "\(facts.path) belongs to another user",
                advice: "make it your own with chown, or remove it"
            )
        }
        if facts.othersMay != 0 {
            // Who can look into a folder, but not write, sees names alone.
            let isHarmless = facts.kind == .folder && facts.mode & 0o022 == 0
            return Finding(
                level: isHarmless ? .note : .problem,
                topic: topic,
                text: "\(facts.path) is open to others (mode \(mode))",
                advice: "run 'keychainctl doctor --fix', or chmod \(wanted) '\(facts.path)'"
            )
        }
        return .fine(topic, "\(facts.path) is yours alone (mode \(mode))")
    }

    /// Examines a folder further up, in which others must not be able to exchange things.
    static func parent(_ facts: FileFacts, user: UInt32) -> Finding? {
        let topic = "folders above"
        guard facts.owner == user || facts.owner == 0 else {
            return .problem(
                topic,
                "\(facts.path) belongs to another user, who can exchange what is in it",
                advice: "keep keychains in a folder of your own"
            )
        }
        // In a sticky folder, such as /tmp, people can move their own files only.
        if facts.mode & 0o022 != 0, facts.mode & 0o1000 == 0 {
            return .problem(
                topic,
                "others can exchange what is in \(facts.path)",
                advice: "run chmod go-w '\(facts.path)'"
            )
        }
        return nil
    }

    /// Tells of files beside a keychain that may have been left behind.
    static func leftovers(_ facts: [FileFacts], of keychain: String, now: Int64) -> [Finding] {
        let topic = "leftovers"
        let findings = facts.compactMap { file -> Finding? in
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            if name == "\(keychain)-journal" {
                return .note(
                    topic,
                    "\(file.path) is the journal of a write that was not ended",
                    advice: "leave it; the next opening uses it"
                )
            }
            if name == "\(keychain)-wal", file.size > longestLog {
                return .note(
                    topic,
                    "\(file.path) has grown to \(file.size >> 20) MB",
                    advice: "end programs that have had the keychain open for long"
                )
            }
            // One that is new may belong to a program that is at work.
            if name.hasPrefix("."), name.contains(".new"), now - file.changed > 3600 {
                return .note(
                    topic,
                    "\(file.path) was left behind by a program that was ended",
                    advice: "remove it"
                )
            }
            return nil
        }
        return findings.isEmpty ? [.fine(topic, "none")] : findings
    }

    /// Twice the length at which writers move a log into the file.
    private static let longestLog: Int64 = 8 << 20

    /// Tells of a header of SQLite's (https://sqlite.org/fileformat2.html, section 1.3).
    static func header(_ bytes: [UInt8]) -> [Finding] {
        guard bytes.count >= 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return [
                .problem(
                    "format",
                    "the file does not begin as a keychain does",
                    advice: "check the path, or restore a backup"
                )
            ]
        }
        let version = bytes[60..<64].reduce(0) { $0 << 8 | Int($1) }
        let format = Finding.fine("format", "version \(version / 1000).\(version % 1000)")
        // Both versions, of writing and of reading, are 2 with a write-ahead log.
        guard bytes[18] == 2, bytes[19] == 2 else {
            return [
                format,
                .note(
                    "durability",
                    "the file has no write-ahead log at present",
                    advice: "nothing; the next write begins one"
                ),
            ]
        }
        return [format, .fine("durability", "write-ahead log; every write waits for the disk")]
    }
}
