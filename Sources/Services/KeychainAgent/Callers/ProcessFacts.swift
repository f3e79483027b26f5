internal import CKeychainPlatform
internal import KeychainLibC

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
        guard process > 0, let line = Self.line(of: process) else { return nil }
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

    /// The executables of the parents of a process, the nearest first; for people.
    static func ancestry(of process: Int32) -> [String] {
        var (found, next): ([String], Int32?) = ([], line(of: process)?.parent)
        while let parent = next, parent > 1, found.count < 8 {
            found.append(shown(parent))
            next = line(of: parent)?.parent
        }
        return found
    }

    /// The program of a process, for users: its path, or the name that it gives itself, which
    /// proves nothing.
    static func shown(_ process: Int32) -> String {
        var text = [CChar](repeating: 0, count: 4096)
        pk_process_program(process, &text, text.count)
        let shown = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        guard let first = shown.first else { return "a program without a name" }
        let name = String(decoding: shown, as: UTF8.self)
        return first == UInt8(ascii: "/") ? name : "a program that calls itself \(name)"
    }

    /// The process that started another one; `nil` if one of them is not there.
    static func starter(of process: Int32) -> RunningProcess? {
        line(of: process).flatMap { RunningProcess($0.parent) }
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
        guard let bytes = bytes(path, atMost: 4096),
            let argument = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        else { return nil }
        return argument.split(separator: "/").last.map(String.init)
    }

    /// The parent, the start and the state of a process, from `/proc/PID/stat` (proc_pid_stat(5)).
    static func line(of process: Int32) -> Line? {
        bytes("/proc/\(process)/stat", atMost: 1024).flatMap(fields)
    }

    /// A part of ``line(of:)``.
    typealias Line = (parent: Int32, start: UInt64, state: Substring)

    private static func bytes(_ path: String, atMost most: Int) -> ArraySlice<UInt8>? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: most)
        let count = room.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return count > 0 ? room[..<count] : nil
    }

    /// Reads the line, in which the second field is a name that may contain anything.
    static func fields(_ line: ArraySlice<UInt8>) -> Line? {
        guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = String(decoding: line[(end + 1)...], as: UTF8.self).split(separator: " ")
        // The third field, the state, is the first word; the start is the 22nd field.
        guard words.count >= 20, let parent = Int32(words[1]), let start = UInt64(words[19]) else {
            return nil
        }
        return (parent, start, words[0])
    }
}
