internal import KeychainLibC

/// The reason why an operation on a file or folder is not possible.
package struct FileFault: Error, Sendable {
    /// The cause.
    package enum Kind: Sendable {
        /// There is no such file or folder.
        case notFound
        /// The path exists already.
        case exists
        /// The disk, the quota, or the largest size of a file that the process may write is used up.
        case diskFull
        /// The file or folder can be read but not written.
        case readOnly
        /// There is not enough memory.
        case outOfMemory
        /// Other users could replace it.
        case unsafePermissions
        /// The disk or the file system failed.
        case inputOutput
    }

    package let kind: Kind
    /// The problem and the next step, as a sentence for the user.
    package let detail: String

    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// Translates the error number of a system call.
    ///
    /// - Parameters:
    ///   - number: The number, `errno`.
    ///   - verb: The operation that was tried, as in "Cannot open".
    ///   - path: The file or folder.
    package init(_ number: Int32, trying verb: String, _ path: String) {
        let kind: Kind =
            switch number {
            case ENOENT, ENOTDIR: .notFound
            case EEXIST: .exists
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS, EACCES, EPERM: .readOnly
            case ENOMEM: .outOfMemory
            case ELOOP: .unsafePermissions
            default: .inputOutput
            }
        let reason =
            switch number {
            case EFBIG: Self.sizeLimit
            case _ where Self.meansTooManyFiles(number): Self.tooManyFiles
            default: "\(strerror(number).map { String(cString: $0) } ?? "error \(number)")."
            }
        self.init(kind, "Cannot \(verb) \(path): \(reason)")
    }

    /// The cause and the advice when a file has reached the size that the process may write.
    package static let sizeLimit =
        "The process may not make files this large (ulimit -f). Raise the limit and try again."

    /// The cause and the advice when a process, or the machine, has too many open files.
    package static let tooManyFiles =
        "Too many files are open. Close some, or raise the limit (ulimit -n), and try again."

    /// Whether an error number means that there is no space left, or none for this user.
    package static func meansFullDisk(_ number: Int32) -> Bool {
        [ENOSPC, EDQUOT].contains(number)
    }

    /// The end of an advice where permissions alone do not explain a refusal.
    package static let confinement =
        "what confines the program, such as its unit of systemd or AppArmor"

    /// Whether an error number means that this process lacks the right to the operation.
    package static func meansForbidden(_ number: Int32) -> Bool {
        [EACCES, EPERM].contains(number)
    }

    /// Whether an error number means that a process, or the machine, has too many open files.
    package static func meansTooManyFiles(_ number: Int32) -> Bool {
        [EMFILE, ENFILE].contains(number)
    }
}
