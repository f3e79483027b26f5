internal import CKeychainPlatform
internal import KeychainLibC
internal import PortableKeychain

/// Facts about a process from the kernel, by which its program is identified.
struct ProcessFacts: Hashable, Sendable {
    /// The file that the process runs.
    struct Executable: Hashable, Sendable {
        var path: String
        var device: UInt64
        var inode: UInt64
        var owner: UInt32
        var mode: UInt32
        /// Whether a user may have mounted the file system, and so says who owns the file.
        var isOnMountOfUser = false
        /// Whether a user other than root could replace the file, or a folder on the path to it.
        var isInFolderOfOthers = false
    }

    var process: Int32
    /// The start time of the process in the kernel's ticks: distinguishes it from a later process
    /// with the same number.
    var start: UInt64
    /// `nil` where the kernel does not say, as of a process that hardened itself.
    var executable: Executable?
    /// The name by which it was called, the last part of its first argument.
    ///
    /// The process that starts a program chooses it.
    var name: String?
    /// Whether it sees the same files as the agent; otherwise its path means nothing here.
    var sharesFiles: Bool

    init(
        process: Int32,
        start: UInt64,
        executable: Executable? = nil,
        name: String? = nil,
        sharesFiles: Bool = true
    ) {
        (self.process, self.start) = (process, start)
        (self.executable, self.name, self.sharesFiles) = (executable, name, sharesFiles)
    }

    /// Asks the kernel; `nil` if there is no such process.
    ///
    /// - Parameter process: The number of a process.
    init?(of process: Int32) {
        guard process > 0, let line = KernelProcess(process) else { return nil }
        let folder = "/proc/\(process)"
        let own = Self.link("/proc/self/ns/mnt")
        self.init(
            process: process,
            start: line.start,
            executable: Self.executable(folder + "/exe"),
            name: Self.name(folder + "/cmdline"),
            sharesFiles: own != nil && own == Self.link(folder + "/ns/mnt")
        )
    }

    /// The process that started another one; `nil` if one of them is not there.
    static func starter(of process: Int32) -> RunningProcess? {
        KernelProcess(process).flatMap { RunningProcess($0.parent) }
    }

    /// Whether the process has not ended.
    var isRunning: Bool { RunningProcess(process)?.start == start }

    /// The facts of a file.
    ///
    /// - Parameter path: Its path, or that of a link to it.
    /// - Returns: The facts; `nil` if the kernel does not say.
    static func executable(_ path: String) -> Executable? {
        #if os(Linux)
            // O_PATH, which C declares only among extensions: the file itself is not opened.
            let file = open(path, 0o10000000 | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var facts = stat()
            // Through the descriptor, so that the path and the facts are those of one file.
            guard fstat(file, &facts) == 0, let name = link("/proc/self/fd/\(file)") else {
                return nil
            }
            return Executable(
                path: name,
                device: UInt64(facts.st_dev),
                inode: UInt64(facts.st_ino),
                owner: facts.st_uid,
                mode: facts.st_mode,
                isOnMountOfUser: pk_file_is_on_mount_of_user(file) != 0,
                isInFolderOfOthers: !RootReach().covers(name)
            )
        #else
            return nil
        #endif
    }

    private static func link(_ path: String) -> String? {
        var room = [CChar](repeating: 0, count: 4096)
        let count = room.withUnsafeMutableBufferPointer { room in
            room.baseAddress.map { readlink(path, $0, room.count) } ?? 0
        }
        // A name that fills the room may have been cut.
        guard count > 0, count < room.count else { return nil }
        return String(validating: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The last part of the first argument of a process, from `/proc/PID/cmdline`.
    private static func name(_ path: String) -> String? {
        // Longer than any path. A truncated path is not the name of a declared program.
        guard let bytes = KernelProcess.bytes(path, atMost: 4096),
            let argument = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        else { return nil }
        return PrivateFile.parts(of: argument).last
    }
}
