internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// Runs the program that provides access to a desktop's clipboard.
///
/// Secrets are passed only through its standard input.
enum ClipboardProgram {
    /// Whether a program is in the PATH.
    static func exists(_ name: String) -> Bool { ForegroundProgram.path(of: name) != nil }

    /// The outcome of a use of a clipboard.
    enum Outcome: Equatable, Sendable {
        /// The program took all bytes and exited with status 0.
        case done
        case failed
        /// The program did not end in time, and was ended.
        case silent
        /// The program failed, or did not end in time, and what it may have taken could not be removed.
        case uncertain(isSilent: Bool)

        /// Whether the clipboard may have the secret.
        var isUncertain: Bool { if case .uncertain = self { true } else { false } }
    }

    /// The longest time that a program may take: the display, or another program that provides the content of
    /// the clipboard, may hang.
    static let patience = Duration.seconds(2)
    /// The time in which a program ends that has received a signal.
    private static let grace = Duration.milliseconds(200)

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - input: Its standard input.
    ///   - time: The longest time that it may take; `nil` for as long as it takes.
    /// - Returns: The outcome.
    static func run(
        _ words: [String],
        _ input: UnsafeRawBufferPointer,
        within time: Duration? = patience
    ) -> Outcome {
        guard let process = start(words, input: .joined) else { return .failed }
        let end = time.map { ContinuousClock.now + $0 }
        let isTaken = send(input, process, within: time)
        guard let end else { return process.waitForEnd() == 0 && isTaken ? .done : .failed }
        guard let status = Self.status(of: process, until: end) else { return .silent }
        return status == 0 && isTaken ? .done : .failed
    }

    /// Starts a program that continues when this one and its terminal are gone; returns whether
    /// it accepted all bytes.
    static func leave(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        start(words, input: .joined, staysBehind: true).map { send(input, $0) } ?? false
    }

    /// The signals that would end this process while a secret is in the clipboard.
    private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs code while the signals that would end this process are blocked; they take effect afterwards.
    ///
    /// - Parameter body: The code, which gets the signals that were not blocked before.
    /// - Returns: The result of the code.
    static func holdingSignals<R>(_ body: ([Int32]) throws -> R) rethrows -> R {
        var held = sigset_t()
        var former = sigset_t()
        sigemptyset(&held)
        for signal in endings { sigaddset(&held, signal) }
        sigprocmask(SIG_BLOCK, &held, &former)
        var mask = former
        let signals = endings.filter { sigismember(&mask, $0) == 0 }
        defer { sigprocmask(SIG_SETMASK, &former, nil) }
        return try body(signals)
    }

    /// Waits for a time, or until one of the signals comes, which are blocked.
    static func pause(seconds: Int, orUntil signals: [Int32]) {
        let pending = PendingSignals(signals)
        let end = ContinuousClock.now + .seconds(seconds)
        // While the machine sleeps, the time of the alarm passes, and that of a wait does not.
        let alarm = pk_alarm_file(Int32(clamping: seconds))
        defer { if alarm >= 0 { close(alarm) } }
        while !pending.isAnyPending, ContinuousClock.now < end {
            var wait = FileWait()
            wait.add(pending)
            if alarm >= 0 { wait.add(alarm) } else { wait.limit(to: end - ContinuousClock.now) }
            wait.run()
        }
    }

    /// Whether a program prints exactly these bytes; `nil` if it does not answer in time, or dies.
    static func prints(_ secret: SecretBytes, _ words: [String]) -> Bool? {
        guard let process = start(words, output: .joined), let file = process.output else {
            return nil
        }
        let end = ContinuousClock.now + patience
        // More than that is something else, and need not be read.
        let printed = output(of: file, atMost: secret.count + 1, until: end)
        close(file)
        let status = status(of: process, until: printed == nil ? ContinuousClock.now : end)
        guard let printed else { return nil }
        if printed.matches(secret) { return true }
        // A program that a signal ended has not said what there is, unless it was about to print more.
        let isKilled = status.map { $0 < -1 } ?? false
        return isKilled && printed.count <= secret.count ? nil : false
    }

    /// Reads the output of a program to its end or the limit; `nil` if that does not come in time.
    private static func output(
        of file: Int32,
        atMost limit: Int,
        until end: ContinuousClock.Instant
    ) -> SecretBytes? {
        var count = 0
        var isOver = false
        let room = SecretBytes(count: limit) { bytes in
            while !isOver {
                var wait = FileWait()
                wait.add(file)
                guard wait.run(for: end - ContinuousClock.now) else { return }
                let step = read(file, bytes.baseAddress?.advanced(by: count), limit - count)
                if step < 0, errno == EINTR { continue }
                count += max(step, 0)
                isOver = step <= 0 || count == limit
            }
        }
        return isOver ? SecretText.part(of: room, 0..<count) : nil
    }

    /// The exit status of a program; `nil` if it does not end in time, and is ended.
    private static func status(
        of process: ChildProcess,
        until end: ContinuousClock.Instant
    ) -> Int32? {
        if let status = process.statusAfterEnd(within: end - ContinuousClock.now) { return status }
        // A program that is stopped, or ignores the first one, ends by the second one.
        for signal in [SIGTERM, SIGKILL] {
            process.end(by: signal)
            if process.statusAfterEnd(within: grace) != nil { break }
        }
        return nil
    }

    /// Sends all bytes, and closes the input; returns whether the program took them.
    private static func send(
        _ bytes: UnsafeRawBufferPointer,
        _ process: ChildProcess,
        within time: Duration? = nil
    ) -> Bool {
        defer { process.input.map { _ = close($0) } }
        return process.send(bytes, within: time)
    }

    /// Starts a program, which may keep running in the background to serve the clipboard, and so must not
    /// use our terminal.
    private static func start(
        _ words: [String],
        input: ChildProgram.StandardFile = .nothing,
        output: ChildProgram.StandardFile = .nothing,
        staysBehind: Bool = false
    ) -> ChildProcess? {
        let files = ChildProgram.Files(input: input, output: output, errors: .nothing)
        return try? ChildProgram(words, files: files, hasOwnSession: staysBehind).start()
    }
}
