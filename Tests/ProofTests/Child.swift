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
        // The first call of a function that is bound lazily saves the vector registers on the
        // stack, with a piece of what was copied last. Hardened programs bind at their start.
        var variables =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
            + [strdup("LD_BIND_NOW=1"), nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, words[0], nil, nil, &arguments, &variables) == 0 else {
            throw NotStarted()
        }
        self.process = process
    }

    /// Kills the process as it is, with a signal that it cannot see coming.
    func kill() {
        _ = Foundation.kill(process, SIGKILL)
        wait()
    }

    /// Waits for the end and returns the exit code; -1 for a process that was killed.
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
