internal import CPlatform
internal import KeychainctlKit
internal import PortableKeychain

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Runs the program that provides access to a desktop's clipboard.
///
/// Secrets are passed only through its standard input.
enum ClipboardProgram {
    /// A variable of the environment.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Whether a program is in the PATH.
    static func exists(_ name: String) -> Bool {
        (variable("PATH") ?? "").split(separator: ":").contains { folder in
            access("\(folder)/\(name)", X_OK) == 0
        }
    }

    /// Runs a program to its end; returns whether it accepted all bytes and exited with status 0.
    static func run(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard let name = words.first, pipe(&ends) == 0 else { return false }
        // Other programs must not inherit the writing end, or the reader would wait forever.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let process = start(name, words, input: ends[0])
        close(ends[0])
        guard let process else {
            close(ends[1])
            return false
        }
        // A program that ends early must not end this one, which still has to restore the terminal.
        let former = signal(SIGPIPE, SIG_IGN)
        let isTaken = Terminal.writeAll(input, to: ends[1])
        close(ends[1])
        signal(SIGPIPE, former)
        var status: Int32 = -1
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return isTaken && status == 0
    }

    private static func start(_ name: String, _ words: [String], input: Int32) -> pid_t? {
        #if canImport(Darwin)
            var files: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var files = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&files, input, 0)
        // It keeps running in the background to serve the clipboard, and must not use our terminal.
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        // Signals are blocked in this process; the program must receive them.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        return posix_spawnp(&process, name, &files, &attributes, &arguments, environ) == 0
            ? process : nil
    }
}
