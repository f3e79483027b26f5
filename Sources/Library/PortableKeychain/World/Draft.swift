internal import FileSafety
internal import KeychainLibC

/// A complete and durable file under another name, which its writer then renames.
///
/// It is locked (flock(2)) during the life of its writer. So other processes can distinguish it
/// from the file of a killed writer. If it is not renamed, it is removed.
struct Draft: ~Copyable {
    let path: String
    private let file: Int32

    /// Writes a file beside the one that it is to replace.
    init(of path: String, _ write: (NewContent) throws -> Void) throws {
        Self.clearLeftovers(of: path)
        let (name, file) = try Self.make(beside: path)
        do {
            try Self.fill(file, for: path, write)
        } catch {
            unlink(name)
            close(file)
            throw error
        }
        self.path = name
        self.file = file
    }

    deinit {
        unlink(path)
        close(file)
    }

    /// Removes the remains of killed writers of a file.
    static func clearLeftovers(of path: String) {
        let (folder, name) = PrivateFolder.split(path)
        for found in PrivateFolder.names(in: folder) where isName(found, beside: name) {
            let file = open(
                folder + "/" + found,
                O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            )
            guard file >= 0 else { continue }
            defer { close(file) }
            // A file system without such locks does not show whether the writer is alive: then it
            // stays.
            if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(folder + "/" + found) }
        }
    }

    private static let suffix = ".new"
    private static let digits = 16

    static func isName(_ candidate: String, beside name: String) -> Bool {
        // By bytes: a name in another Unicode form is that of another file.
        let start = (name + ".").utf8
        guard candidate.utf8.starts(with: start), candidate.hasSuffix(suffix) else { return false }
        let number = Substring(candidate.utf8.dropFirst(start.count)).dropLast(suffix.count)
        return number.count == digits && number.allSatisfy(\.isHexDigit)
    }

    /// A new, empty and locked file with a name that no other process or thread uses.
    private static func make(beside path: String) throws(KeychainError) -> (String, Int32) {
        while true {
            let number = KeychainEntropy.system.bytes(digits / 2).hexadecimal
            let name = "\(path).\(number)\(suffix)"
            let file = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            // The message names the file that the caller knows.
            guard file >= 0 else { throw KeychainError(FileFault(errno, trying: "write", path)) }
            var facts = stat()
            // Another writer may have taken the file for a leftover before it was locked.
            let isLost = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            if !isLost, fstat(file, &facts) == 0, facts.st_nlink == 1 { return (name, file) }
            unlink(name)
            close(file)
        }
    }

    /// Writes the content of a new file durably.
    static func fill(
        _ file: Int32,
        for path: String,
        _ write: (NewContent) throws -> Void
    ) throws {
        // The umask may have removed the owner's rights.
        guard fchmod(file, 0o600) == 0 else {
            throw KeychainError(FileFault(errno, trying: "write", path))
        }
        try FileSizeSignal.asError { try write(NewContent(file, of: path)) }
        guard fsync(file) == 0 else {
            throw KeychainError(FileFault(errno, trying: "write", path))
        }
    }
}
