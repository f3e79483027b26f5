internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// Runs the program that provides access to a desktop's clipboard.
///
/// Secrets are passed only through its standard input.
enum ClipboardProgram {
    /// Whether a program is in the PATH.
    static func exists(_ name: String) -> Bool {
        (UserEnvironment.variable("PATH") ?? "").split(separator: ":").contains { folder in
            access("\(folder)/\(name)", X_OK) == 0
        }
    }

    /// The longest time that a program may take to print the content of a clipboard, in milliseconds: another
    /// program provides it, and may hang.
    private static let patience: Int32 = 2000

    /// Runs a program to its end; returns whether it accepted all bytes and exited with status 0.
    static func run(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        guard let (process, end) = start(words, joining: 0) else { return false }
        // A program that ends early must not end this one, which still has to restore the terminal.
        let former = signal(SIGPIPE, SIG_IGN)
        let isTaken = Terminal.writeAll(input, to: end)
        close(end)
        signal(SIGPIPE, former)
        return wait(process) == 0 && isTaken
    }

    /// Starts a program that continues when this one and its terminal are gone; returns whether
    /// it accepted all bytes.
    static func leave(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        guard let (_, end) = start(words, joining: 0, staysBehind: true) else { return false }
        defer { close(end) }
        return Terminal.writeAll(input, to: end)
    }

    /// Waits; a signal that ends or stops this process does so.
    static func pause(seconds: Int) { pk_pause(Double(seconds)) }

    /// Whether a program prints exactly these bytes; `nil` if it does not answer in time.
    static func prints(_ secret: SecretBytes, _ words: [String]) -> Bool? {
        guard let (process, end) = start(words, joining: 1) else { return nil }
        var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&request, 1, patience) > 0
        // More than that is something else, and need not be read.
        let limit = secret.count + 1
        let output = isReady ? try? SecretInput.everything(from: end, atMost: limit) : nil
        close(end)
        if output == nil { kill(process, SIGTERM) }
        _ = wait(process)
        return isReady ? output?.matches(secret) ?? false : nil
    }

    private static func wait(_ process: pid_t) -> Int32 {
        var status: Int32 = -1
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Starts a program whose standard input (0) or output (1) is a pipe, and returns its other end.
    private static func start(
        _ words: [String],
        joining file: Int32,
        staysBehind: Bool = false
    ) -> (pid_t, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard let name = words.first, pipe(&ends) == 0 else { return nil }
        let (theirs, ours) = file == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        // Other programs must not inherit our end, or a reader would wait forever.
        _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
        defer { close(theirs) }
        guard let process = start(name, words, theirs, file, staysBehind) else {
            close(ours)
            return nil
        }
        return (process, ours)
    }

    private static func start(
        _ name: String,
        _ words: [String],
        _ pipe: Int32,
        _ file: Int32,
        _ staysBehind: Bool
    ) -> pid_t? {
        var files = emptyFileActions
        var attributes = emptySpawnAttributes
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        // It keeps running in the background to serve the clipboard, and must not use our terminal.
        for standard: Int32 in 0...2 where standard != file {
            posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0)
        }
        posix_spawn_file_actions_adddup2(&files, pipe, file)
        // Signals are blocked in this process; the program must receive them.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let session = staysBehind ? ownSessionFlag : 0
        posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | session))
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        return posix_spawnp(&process, name, &files, &attributes, &arguments, allVariables) == 0
            ? process : nil
    }
}
