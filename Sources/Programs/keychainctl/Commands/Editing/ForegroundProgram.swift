internal import KeychainLibC

/// Runs a program that has the terminal until it ends.
enum ForegroundProgram {
    /// The end of a program.
    enum End: Equatable {
        /// It ended with an exit status.
        case status(Int32)
        /// A signal ended it.
        case signal(Int32)
        /// It could not be started, for the reason of an `errno`.
        case notStarted(Int32)
    }

    /// The signals that must not end this process meanwhile, because it has to clean up.
    ///
    /// A terminal sends them to the program, too.
    private static let held = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    /// Those that are passed on, because others send them to this process alone.
    private static let passed = [SIGTERM, SIGHUP]

    /// Holds back the signals that would end this process, until a program that ``run(_:)`` starts receives them.
    ///
    /// For a process that has to clean up from before the start of the program until its own end.
    static func holdSignals() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in held { sigaddset(&mask, signal) }
        sigprocmask(SIG_BLOCK, &mask, nil)
    }

    /// Runs a program to its end.
    ///
    /// - Parameter words: The program, searched for in `PATH` unless its name has a slash, and its arguments.
    /// - Returns: Its end.
    static func run(_ words: [String]) -> End {
        // Without a handler, some systems forget that the program has ended before it is waited for.
        let former = signal(SIGCHLD) { _ in }
        defer { signal(SIGCHLD, former) }
        var awaited = sigset_t()
        var mask = sigset_t()
        sigemptyset(&awaited)
        for signal in held + [SIGCHLD] { sigaddset(&awaited, signal) }
        sigprocmask(SIG_BLOCK, &awaited, &mask)
        defer { sigprocmask(SIG_SETMASK, &mask, nil) }
        var process: pid_t = 0
        let failure = start(words, &process)
        guard failure == 0 else { return .notStarted(failure) }
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                let signal = status & 0x7F
                return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
            }
            var signal: Int32 = 0
            if sigwait(&awaited, &signal) == 0, passed.contains(signal) { kill(process, signal) }
        }
    }

    private static func start(_ words: [String], _ process: inout pid_t) -> Int32 {
        var attributes = emptySpawnAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that this process blocks or ignores must reach a program that expects them.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawnp(&process, words[0], nil, &attributes, &arguments, allVariables)
    }
}
