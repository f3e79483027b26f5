internal import CKeychainPlatform
internal import PortableKeychain
internal import KeychainLibC

/// The Unix socket of an agent, in a folder that other users cannot access.
package struct AgentSocket {
    /// The reasons for which a socket cannot be created.
    package enum Refusal: Error {
        /// The system does not allow it, for this reason.
        case notAllowed(path: String, reason: String)
        /// The path exists and is not a socket.
        case otherFile(path: String)
        /// Another agent is listening at the path.
        case inUse(path: String)

        /// The reason in words, as a clause.
        package var problem: String {
            switch self {
            case .notAllowed(let path, let reason): "cannot create a socket at \(path): \(reason)"
            case .otherFile(let path): "\(path) exists and is not a socket"
            case .inUse(let path): "an agent is already listening at \(path)"
            }
        }
    }

    /// The users who can connect.
    package enum Reach: Sendable {
        /// The owner only, in a folder that no other user can access.
        case owner
        /// The owner and root, in a folder into which others can look.
        case ownerInSharedFolder
        /// Everybody, in a folder in which only its owner can put a socket.
        case everybody

        /// The permissions of the folder that others must not have.
        fileprivate var forbidden: mode_t { self == .owner ? 0o077 : 0o022 }
    }

    /// The absolute path.
    package let path: String
    /// The file descriptor of the listening socket.
    package let listener: Int32
    /// The folder, if it was created for this socket.
    private let folder: String?
    /// The file at the path; `nil` if a service manager made it, which listens again after the process has
    /// ended.
    private let file: FileIdentity?

    /// The identity of the file at a path.
    ///
    /// The kernel keeps the number of a socket's file while the socket is open, so that no other file has it.
    private struct FileIdentity: Equatable {
        private let device: dev_t
        private let inode: ino_t

        init?(_ path: String) {
            var facts = stat()
            guard lstat(path, &facts) == 0 else { return nil }
            (device, inode) = (facts.st_dev, facts.st_ino)
        }
    }

    /// Takes a socket over on which a service manager listened (``InheritedSockets``).
    ///
    /// - Parameter listener: The descriptor; `nil` is returned if it has no path.
    package init?(inherited listener: Int32) {
        guard let path = SocketPath.of(listener) else { return nil }
        (self.path, self.listener) = (path, listener)
        (folder, file) = (nil, nil)
    }

    /// Listens at the given path, or in a new folder.
    ///
    /// - Parameters:
    ///   - chosen: The path; `nil` for one in a new folder.
    ///   - name: The beginning of the name of a new folder.
    ///   - reach: The users that can connect.
    /// - Throws: ``Refusal``; ``KeychainError`` if other users can access the folder.
    package init(
        _ chosen: String?,
        name: String = "keychainctl-ssh",
        for reach: Reach = .owner
    ) throws {
        if let chosen {
            path = chosen.hasPrefix("/") ? chosen : Self.workingFolder + "/" + chosen
            folder = nil
            try Self.prepareFolder(of: path, reach)
            try Self.removeLeftover(path)
        } else {
            let made = try Self.makeFolder(name)
            folder = made
            path = made + "/agent"
        }
        listener = pk_socket_listen(path)
        if listener >= 0, reach == .everybody { chmod(path, 0o666) }
        guard listener >= 0 else {
            let reason = errno == ENAMETOOLONG ? "the path is too long for a socket" : nil
            let problem = reason ?? String(cString: strerror(errno))
            if let folder { rmdir(folder) }
            throw Refusal.notAllowed(path: path, reason: problem)
        }
        file = FileIdentity(path)
    }

    /// Removes the socket, and the folder if it was created for it.
    ///
    /// A service manager's stays, also one that it has put into the place of this one meanwhile
    /// (`keychainctl agent enable` beside an agent that was started by hand).
    package func remove() {
        if let file, file == FileIdentity(path) { unlink(path) }
        if let folder { rmdir(folder) }
    }

    private static var workingFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }

    /// Creates a folder with a unique name in the user's folder for sockets or, if there is none,
    /// in the folder for temporary files.
    private static func makeFolder(_ name: String) throws -> String {
        for variable in ["XDG_RUNTIME_DIR", "TMPDIR"] {
            guard let parent = pk_environment(variable), parent.pointee == UInt8(ascii: "/") else {
                continue
            }
            if let made = makeFolder(name, in: String(cString: parent)) { return made }
        }
        guard let made = makeFolder(name, in: "/tmp") else {
            throw KeychainError(.inputOutput, reason: "Cannot create a folder for the socket.")
        }
        return made
    }

    private static func makeFolder(_ name: String, in parent: String) -> String? {
        var path = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        return mkdtemp(&path).map { String(cString: $0) }
    }

    private static func prepareFolder(of path: String, _ reach: Reach) throws {
        let folder = PrivateFile.split(path).folder
        if mkdir(folder, 0o777 & ~reach.forbidden) == 0 { return }
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw KeychainError(.inputOutput, reason: "\(folder) is not a folder.")
        }
        guard facts.st_uid == geteuid(), facts.st_mode & reach.forbidden == 0 else {
            throw KeychainError(
                .unsafePermissions,
                reason: "\(folder) is accessible to other users. "
                    + "Choose a folder that only you can use."
            )
        }
    }

    /// Removes the left-over socket of an agent that was killed.
    private static func removeLeftover(_ path: String) throws {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw Refusal.otherFile(path: path)
        }
        guard pk_socket_answers(path) == 0 else {
            throw Refusal.inUse(path: path)
        }
        unlink(path)
    }
}
