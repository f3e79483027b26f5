import Foundation

/// A program that ran to its end, and how long it took as a whole.
struct Run {
    let output: String
    let nanoseconds: Int64

    /// Runs a program, and discards its standard error.
    ///
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - environment: The differences from the environment of this process.
    /// - Throws: ``Failure`` when it cannot be started or does not end well.
    init(_ command: [String], environment: [String: String] = [:]) throws {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("There is no pipe.") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Not Foundation's Process, whose own work would count as that of a program of 3 ms.
        let arguments = CStrings(command)
        let settings = CStrings(variables.map { "\($0)=\($1)" })
        var child: pid_t = 0
        let start = Moment.now
        let code = posix_spawn(&child, command[0], &actions, nil, arguments.list, settings.list)
        close(ends[1])
        guard code == 0 else { throw Failure("\(command[0]) cannot be started.") }
        output = Self.readAll(ends[0])
        var status: Int32 = 0
        waitpid(child, &status, 0)
        nanoseconds = Moment.now - start
        guard status == 0 else { throw Failure("\(command.joined(separator: " ")) failed.") }
    }

    private static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &room, room.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += room[..<count]
        }
    }
}

/// A list of strings for C that ends with a null pointer.
private final class CStrings {
    let list: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { list = strings.map { strdup($0) } + [nil] }

    deinit { list.forEach { free($0) } }
}
