internal import KeychainLibC

/// Files that the command line names.
package enum NamedFile {
    /// Opens a file or folder for reading.
    ///
    /// A name can be any bytes, but `CommandLine.arguments` replaces those that are not UTF-8. So the
    /// bytes are taken from the arguments themselves.
    ///
    /// - Throws: ``Failure`` with the name as it was written.
    package static func open(_ path: String) throws(Failure) -> Int32 {
        let flags = O_RDONLY | O_CLOEXEC
        let file = bytes(of: path).map { openFile($0, flags) } ?? openFile(path, flags)
        guard file >= 0 else { throw Failure(cannot: "open", path, errno) }
        return file
    }

    /// Refuses a name for a new file that is not UTF-8, because the file would get another name.
    package static func requireText(_ path: String) throws(Failure) {
        guard bytes(of: path) == nil else {
            throw Failure(
                .usage,
                "the name \(path) is not UTF-8 text",
                advice: "choose another name"
            )
        }
    }

    /// The bytes of an argument that is not UTF-8, with the zero at their end; `nil` for others.
    private static func bytes(of path: String) -> [CChar]? {
        guard path.contains("\u{FFFD}") else { return nil }
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument) + 1)
            let plain = bytes.dropLast().map { UInt8(bitPattern: $0) }
            if String(decoding: plain, as: UTF8.self) == path,
                String(validating: plain, as: UTF8.self) == nil
            {
                return Array(bytes)
            }
        }
        return nil
    }

    private static func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        KeychainLibC.open(path, flags)
    }
}

extension Failure {
    /// The failure for a file that cannot be used; its name stays as it is.
    ///
    /// - Parameters:
    ///   - verb: The operation that was tried.
    ///   - path: The name of the file.
    ///   - number: The error number of the system, `errno`.
    package init(cannot verb: String, _ path: String, _ number: Int32) {
        let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        self.init(
            .fileError,
            "cannot \(verb) \(path): \(reason)",
            advice: Self.advice(afterError: number)
        )
    }

    /// Refuses a folder for new files that does not exist.
    package static func requireFolder(_ path: String) throws(Failure) {
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        throw Failure(
            .fileError,
            "there is no folder \(path)",
            advice: "make it with 'mkdir -p \(AdvisedCommand.value(path, or: "FOLDER"))'"
        )
    }

    /// The advice after an error of a file (errno(3)).
    private static func advice(afterError number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP: "check the name"
        case EACCES, EPERM: "choose a place that you may read and write, or ask its owner"
        case EROFS: "choose a place on a disk that can be written"
        case ENOSPC, EDQUOT: "make room on the disk"
        default: "check the file and the disk"
        }
    }
}
