internal import CKeychainPlatform
internal import KeychainLibC

/// What the kernel says about a process, for the decision who it is.
struct ProcessFacts: Hashable, Sendable {
    /// The file that the process runs.
    struct Executable: Hashable, Sendable {
        var path: String
        var device: UInt64
        var inode: UInt64
        var owner: UInt32
        var mode: UInt32
        /// Whether a program of a user serves the file system, and so says who owns the file (fuse(4)).
        var isServedByProgram = false
    }

    var process: Int32
    /// When it began, in the kernel's ticks: tells it from another process with its number.
    var start: UInt64
    /// `nil` where the kernel does not say, as of a process that hardened itself.
    var executable: Executable?
    /// Whether it sees the same files as the agent; otherwise its path means nothing here.
    var sharesFiles: Bool

    init(
        process: Int32,
        start: UInt64,
        executable: Executable? = nil,
        sharesFiles: Bool = true
    ) {
        (self.process, self.start) = (process, start)
        (self.executable, self.sharesFiles) = (executable, sharesFiles)
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
            sharesFiles: own != nil && own == Self.link(folder + "/ns/mnt")
        )
    }

    /// The executables of the parents of a process, the nearest first; for people.
    static func ancestry(of process: Int32) -> [String] {
        var (found, next): ([String], Int32?) = ([], line(of: process)?.parent)
        while let parent = next, parent > 1, found.count < 8 {
            found.append(link("/proc/\(parent)/exe") ?? "a process whose file is not known")
            next = line(of: parent)?.parent
        }
        return found
    }

    private static func executable(_ path: String) -> Executable? {
        #if os(Linux)
            // O_PATH, which C declares only among extensions: the file itself is not opened.
            let file = open(path, 0o10000000 | O_CLOEXEC)
        #else
            let file: Int32 = -1
        #endif
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
            isServedByProgram: pk_file_is_served_by_program(file) != 0
        )
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

    /// The parent and the start of a process, from `/proc/PID/stat` (proc_pid_stat(5)).
    private static func line(of process: Int32) -> (parent: Int32, start: UInt64)? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: 1024)
        let count = room.withUnsafeMutableBytes { room in
            room.baseAddress.map { read(file, $0, room.count) } ?? 0
        }
        guard count > 0 else { return nil }
        return fields(room[..<count])
    }

    /// Reads the line, in which the second field is a name that may contain anything.
    static func fields(_ line: ArraySlice<UInt8>) -> (parent: Int32, start: UInt64)? {
        guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = line[(end + 1)...].split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }
        // The third field, the state, is the first word; the start is the 22nd field.
        guard words.count >= 20, let parent = Int32(words[1]), let start = UInt64(words[19]) else {
            return nil
        }
        return (parent, start)
    }
}
