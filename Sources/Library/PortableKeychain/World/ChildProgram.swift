internal import CKeychainPlatform
internal import KeychainLibC
internal import Synchronization

/// Another program that is run to its end, for instance `git`.
///
/// It has no terminal, inherits no files and no blocked signals, and cannot fill memory or take
/// forever. A program that is too late or says too much is killed with everything that it started.
package struct ChildProgram: Sendable {
    /// The program, searched for in `PATH` unless its name has a slash, and its arguments.
    package let words: [String]
    /// Its variables as `NAME=value`; `nil` for those of this process.
    package let environment: [String]?

    package init(_ words: [String], environment: [String]? = nil) {
        self.words = words
        self.environment = environment
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

    /// Runs the program to its end.
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
        let child = try RunningChild(words, environment)
        return try child.answer(to: input, limits, isCancelled)
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
    private let process: Int32
    /// This process's ends of its standard files; -1 for one that is closed.
    private var ends: (input: Int32, output: Int32, errors: Int32)
    private var status: Int32?

    init(_ words: [String], _ environment: [String]?) throws(ChildProgram.Failure) {
        let words = CStrings(words)
        let variables = environment.map(CStrings.init)
        var child = pk_child()
        child.files = (PK_CHILD_JOINED, PK_CHILD_JOINED, PK_CHILD_JOINED)
        child.own_session = 1
        var ends: [Int32] = [-1, -1, -1]
        process = words.withPointers { words in
            child.words = words
            guard let variables else { return pk_child_start(&child, &ends) }
            return variables.withPointers { variables in
                child.environment = variables
                return pk_child_start(&child, &ends)
            }
        }
        guard process > 0 else { throw .notStarted }
        self.ends = (ends[0], ends[1], ends[2])
    }

    deinit {
        for file in [ends.input, ends.output, ends.errors] where file >= 0 { close(file) }
        guard status == nil else { return }
        // It leads a process group of its own (own_session).
        kill(-process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Whether the program has ended.
    private func hasEnded() -> Bool {
        if status != nil { return true }
        var found: Int32 = 0
        guard waitpid(process, &found, WNOHANG) == process else { return false }
        status = found & 0x7F == 0 ? found >> 8 & 0xFF : -(found & 0x7F)
        return true
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
        let count = rest.withUnsafeBytes { pk_child_send(file, $0.baseAddress, $0.count) }
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

/// Texts for functions in C, as long as this lives.
private final class CStrings {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }

    func withPointers<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
        let constant = pointers.map { UnsafePointer($0) }
        return constant.withUnsafeBufferPointer { buffer in
            // Not empty: the last one is nil.
            body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}
