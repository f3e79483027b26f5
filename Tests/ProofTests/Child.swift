import Foundation

/// A process that a test started, mostly of the helper program.
struct Child {
    private let process: pid_t

    struct NotStarted: Error {}

    /// Starts a task of the helper in a folder; what it has to say goes into a journal there.
    init(_ task: String, _ folder: String, journal: String, _ numbers: Int...) throws {
        try self.init([Self.program, task, folder, journal] + numbers.map { String($0) })
    }

    /// Starts a program, given by its path.
    init(_ words: [String]) throws {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawn(&process, words[0], nil, nil, &arguments, environ) == 0 else {
            throw NotStarted()
        }
        self.process = process
    }

    /// Kills the process as it is, with a signal that it cannot see coming.
    func kill() {
        _ = Foundation.kill(process, SIGKILL)
        wait()
    }

    /// Waits for the end and tells the exit code; -1 for a process that was killed.
    @discardableResult
    func wait() -> Int {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? Int(status >> 8 & 0xff) : -1
    }

    /// The helper lies where the tests do.
    static let program: String = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundle?.bundleURL ?? Bundle.main.executableURL
        return tests?.deletingLastPathComponent().appendingPathComponent("ProofHelper").path ?? ""
    }()
}
