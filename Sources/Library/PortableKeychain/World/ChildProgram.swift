internal import CKeychainPlatform
internal import KeychainLibC
internal import Synchronization

/// Another program, and the files, variables and terminal that it has of this process.
///
/// This is the only way in which the project starts programs. None of them inherits blocked signals, or
/// signals that this project's programs ignore; what else it inherits is said here.
package struct ChildProgram: Sendable {
    /// The kind of a standard file of a program.
    package enum StandardFile: Sendable {
        /// That of this process, such as the user's terminal.
        case inherited
        /// `/dev/null`.
        case nothing
        /// One end of a connection, whose other end this process has: a socket for the input, pipes for
        /// the others.
        case joined
        /// For the output and the errors: the socket that is the joined input.
        case input
    }

    /// The open files of a program.
    package struct Files: Sendable {
        package var input: StandardFile
        package var output: StandardFile
        package var errors: StandardFile
        /// Whether it also inherits other files that this process was started with, such as those that a
        /// shell names in its arguments (`<(command)`).
        package var inheritsOthers: Bool

        package init(
            input: StandardFile,
            output: StandardFile,
            errors: StandardFile,
            inheritsOthers: Bool = false
        ) {
            (self.input, self.output, self.errors) = (input, output, errors)
            self.inheritsOthers = inheritsOthers
        }

        /// The standard files are joined, and there are no others.
        package static let joined = Files(input: .joined, output: .joined, errors: .joined)

        /// All those of this process, for a command of the user.
        package static let inherited = Files(
            input: .inherited,
            output: .inherited,
            errors: .inherited,
            inheritsOthers: true
        )
    }

    /// The program, searched for in `PATH` unless its name has a slash, and its arguments.
    package let words: [String]
    /// Its variables as `NAME=value`; `nil` for those of this process.
    package let environment: [String]?
    /// Its files.
    package let files: Files
    /// Whether it has a session of its own: no terminal, and a process group that ends with it.
    package let hasOwnSession: Bool

    /// Names a program; by default it has no terminal and none of the files of this process.
    package init(
        _ words: [String],
        environment: [String]? = nil,
        files: Files = .joined,
        hasOwnSession: Bool = true
    ) {
        (self.words, self.environment) = (words, environment)
        (self.files, self.hasOwnSession) = (files, hasOwnSession)
    }

    /// The limits of a program's use of resources.
    package struct Limits: Sendable {
        /// The length of its standard output in bytes.
        package var output: Int
        /// The number of bytes from the end of its standard error that are kept.
        package var errors: Int
        /// The longest time that it may run, in seconds.
        package var seconds: Double

        package init(output: Int, errors: Int = 4096, seconds: Double) {
            self.output = output
            self.errors = errors
            self.seconds = seconds
        }
    }

    /// The output and the end of a program.
    package struct Answer: Sendable, Equatable {
        /// Its exit status; the negative number of the signal that ended it.
        package var status: Int32
        package var output: [UInt8] = []
        /// The end of its standard error.
        package var errors: [UInt8] = []
    }

    /// The reason why a program gave no answer.
    package enum Failure: Error, Sendable, Equatable {
        /// The program cannot be started: most often it is not installed.
        case notStarted
        /// Its output is longer than the limit.
        case tooLong
        /// The program did not end in time.
        case tooLate
        /// The task that waits for it was cancelled.
        case cancelled
    }

    /// The reason why a program did not start.
    package struct NotStarted: Error, Equatable {
        /// The number of the error (`errno`), such as `ENOENT` for a program that is not installed.
        package let number: Int32
    }

    /// Starts the program.
    ///
    /// - Returns: The process, for whose end the caller has to wait.
    /// - Throws: ``NotStarted``.
    package func start() throws(NotStarted) -> ChildProcess { try ChildProcess(self) }

    /// Runs the program to its end; it cannot fill memory or take forever.
    ///
    /// A program that is too late or says too much is killed, with everything that it started if it has
    /// a session of its own.
    ///
    /// - Parameters:
    ///   - input: Its standard input, at most some megabytes.
    ///   - limits: The limits of its use of resources.
    ///   - isCancelled: Called about ten times a second; the program is killed once it returns
    ///     true.
    /// - Returns: Its output and its end.
    /// - Throws: ``Failure``; then the program no longer runs.
    package func run(
        _ input: [UInt8] = [],
        limits: Limits,
        isCancelled: () -> Bool = { false }
    ) throws(Failure) -> Answer {
        guard let process = try? start() else { throw .notStarted }
        return try RunningChild(process).answer(to: input, limits, isCancelled)
    }

    /// Runs the program to its end on a thread of its own; it is killed when the task is cancelled.
    package func runInBackground(
        _ input: [UInt8] = [],
        limits: Limits
    ) async throws(Failure) -> Answer {
        let cancelled = CancelledFlag()
        let result: Result<Answer, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                BackgroundThreads.shared.run {
                    continuation.resume(
                        returning: Result { () throws(Failure) in
                            try run(input, limits: limits) {
                                cancelled.flag.load(ordering: .relaxed)
                            }
                        }
                    )
                }
            }
        } onCancel: {
            cancelled.flag.store(true, ordering: .relaxed)
        }
        return try result.get()
    }
}

/// Whether a task was cancelled, for a thread that does not belong to it.
private final class CancelledFlag: Sendable {
    let flag = Atomic(false)
}

/// A program while it runs; its release ends it.
private final class RunningChild {
    private let process: ChildProcess
    /// This process's ends of its standard files; -1 for one that is closed.
    private var ends: (input: Int32, output: Int32, errors: Int32)
    private var status: Int32?

    init(_ process: ChildProcess) {
        self.process = process
        ends = (process.input ?? -1, process.output ?? -1, process.errors ?? -1)
    }

    deinit {
        for file in [ends.input, ends.output, ends.errors] where file >= 0 { close(file) }
        guard status == nil else { return }
        process.end(by: SIGKILL)
        _ = process.waitForEnd()
    }

    /// Whether the program has ended.
    private func hasEnded() -> Bool {
        if status == nil { status = process.statusAfterEnd() }
        return status != nil
    }

    func answer(
        to input: [UInt8],
        _ limits: ChildProgram.Limits,
        _ isCancelled: () -> Bool
    ) throws(ChildProgram.Failure) -> ChildProgram.Answer {
        let deadline = ProgramConnection.now() + limits.seconds
        var answer = ChildProgram.Answer(status: 0)
        var rest = input[...]
        if rest.isEmpty { Self.drop(&ends.input) }
        while true {
            // Asked before reading: what it wrote before its end is there then. A program that it
            // left behind, such as a shared connection of ssh, may keep the files open for ever.
            let isLast = hasEnded()
            let isReady = wait(isLast ? 0 : 100)
            if isReady {
                Self.send(&rest, to: &ends.input)
                Self.receive(&answer.output, from: &ends.output)
                Self.receive(&answer.errors, from: &ends.errors)
                if answer.errors.count > 2 * limits.errors {
                    answer.errors.removeFirst(answer.errors.count - limits.errors)
                }
            }
            guard answer.output.count <= limits.output else { throw .tooLong }
            if isLast, !isReady || (ends.output < 0 && ends.errors < 0), let status {
                answer.status = status
                answer.errors = answer.errors.suffix(limits.errors)
                return answer
            }
            guard ProgramConnection.now() < deadline else { throw .tooLate }
            guard !isCancelled() else { throw .cancelled }
        }
    }

    /// Waits until something can be read or written, or the program has closed its files.
    private func wait(_ milliseconds: Int32) -> Bool {
        var requests = [
            pollfd(fd: ends.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends.errors, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends.input, events: Int16(POLLOUT), revents: 0),
        ].filter { $0.fd >= 0 }
        guard requests.contains(where: { $0.events == Int16(POLLIN) }) else {
            // It will end soon.
            usleep(milliseconds > 0 ? 500 : 0)
            return false
        }
        return poll(&requests, nfds_t(requests.count), milliseconds) > 0
    }

    private static func drop(_ file: inout Int32) {
        guard file >= 0 else { return }
        close(file)
        file = -1
    }

    private static func send(_ rest: inout ArraySlice<UInt8>, to file: inout Int32) {
        guard file >= 0 else { return }
        let count = rest.withUnsafeBytes { pk_child_send(file, $0.baseAddress, $0.count, 0) }
        if count > 0 { rest = rest.dropFirst(count) }
        let isOver = count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
        if rest.isEmpty || isOver { drop(&file) }
    }

    private static func receive(_ bytes: inout [UInt8], from file: inout Int32) {
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard file >= 0, poll(&request, 1, 0) > 0 else { return }
        let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
            let count = read(file, room.baseAddress, room.count)
            if count > 0 { bytes.append(contentsOf: room[..<count]) }
            return count
        }
        if count == 0 || (count < 0 && errno != EINTR) { drop(&file) }
    }
}
