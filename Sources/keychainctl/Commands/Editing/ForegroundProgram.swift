internal import KeychainLibC

/// Runs a program that has the terminal until it ends.
enum ForegroundProgram {
    /// The signals that must not end this process meanwhile, because it has to clean up; the
    /// program receives them.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs a program to its end.
    ///
    /// - Parameter words: Its path and arguments.
    /// - Returns: Its exit status; -1 if it could not be started or was ended by a signal.
    static func run(_ words: [String]) -> Int32 {
        var held = sigset_t()
        var former = sigset_t()
        sigemptyset(&held)
        for signal in signals { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &former)
        defer { sigprocmask(SIG_SETMASK, &former, nil) }
        var attributes = emptySpawnAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &former)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], nil, &attributes, &arguments, allVariables) == 0
        else { return -1 }
        var status: Int32 = -1
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}
