internal import CKeychainPlatform
internal import KeychainLibC
internal import PortableKeychain

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

    /// The path of a program: a name without a slash is searched for in `PATH`, as ``run(_:)`` does.
    ///
    /// - Parameter name: The name or the path.
    /// - Returns: The path; `nil` if there is no such program.
    static func path(of name: String) -> String? {
        let folders = (UserEnvironment.variable("PATH") ?? "").split(separator: ":")
        let paths = name.contains(sign: "/") ? [name] : folders.map { "\($0)/\(name)" }
        return paths.first { access($0, X_OK) == 0 }
    }

    /// Holds back the signals that would end this process, until a program that ``run(_:)`` starts receives them.
    ///
    /// For a process that has to clean up from before the start of the program until its own end.
    static func holdSignals() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in held { sigaddset(&mask, signal) }
        sigprocmask(SIG_BLOCK, &mask, nil)
    }

    /// Whether a signal came that is held back, and that no program has received.
    static var isSignalHeld: Bool { PendingSignals(held).isAnyPending }

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
        let process: ChildProcess
        do throws(ChildProgram.NotStarted) {
            process = try ChildProgram(words, files: .inherited, hasOwnSession: false).start()
        } catch {
            return .notStarted(error.number)
        }
        while true {
            if let status = process.statusAfterEnd() {
                return status < 0 ? .signal(-status) : .status(status)
            }
            var signal: Int32 = 0
            if sigwait(&awaited, &signal) == 0, passed.contains(signal) { process.end(by: signal) }
        }
    }
}
