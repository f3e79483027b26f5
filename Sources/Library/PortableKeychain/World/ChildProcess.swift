internal import CKeychainPlatform
internal import KeychainLibC

/// A process of another program that this one has started.
///
/// Its starter closes the ends of its files, and waits for its end.
package struct ChildProcess: Sendable {
    /// The number of the process, which is another's once its end was waited for.
    package let number: Int32
    /// This process's end of its standard input; `nil` if that is not joined.
    package let input: Int32?
    /// This process's end of its standard output.
    package let output: Int32?
    /// This process's end of its standard error.
    package let errors: Int32?
    private let hasOwnSession: Bool

    init(_ program: ChildProgram) throws(ChildProgram.NotStarted) {
        guard !program.words.isEmpty else { throw ChildProgram.NotStarted(number: ENOENT) }
        let words = CStrings(program.words)
        let variables = program.environment.map(CStrings.init)
        var child = pk_child()
        let files = program.files
        child.files = (files.input.kind, files.output.kind, files.errors.kind)
        child.keeps_files = files.inheritsOthers ? 1 : 0
        child.own_session = program.hasOwnSession ? 1 : 0
        var ends: [Int32] = [-1, -1, -1]
        number = words.withPointers { words in
            child.words = words
            guard let variables else { return pk_child_start(&child, &ends) }
            return variables.withPointers { variables in
                child.environment = variables
                return pk_child_start(&child, &ends)
            }
        }
        guard number > 0 else { throw ChildProgram.NotStarted(number: errno) }
        let joined = ends.map { $0 >= 0 ? $0 : nil }
        (input, output, errors) = (joined[0], joined[1], joined[2])
        hasOwnSession = program.hasOwnSession
    }

    /// Sends all bytes to its joined input; returns whether the program took them.
    ///
    /// It waits for room, and raises no signal if the program has ended.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - time: The longest wait; `nil` for as long as it takes.
    /// - Returns: Whether the program took all of them.
    package func send(_ bytes: UnsafeRawBufferPointer, within time: Duration? = nil) -> Bool {
        guard let input else { return false }
        let end = time.map { ContinuousClock.now + $0 }
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = pk_child_send(input, part.baseAddress, part.count, end == nil ? 1 : 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK, let end {
                var wait = FileWait()
                wait.add(input, for: Int32(POLLOUT))
                guard wait.run(for: end - ContinuousClock.now) else { return false }
                continue
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a signal to the process, and with a session of its own to everything that it started.
    package func end(by signal: Int32) { kill(hasOwnSession ? -number : number, signal) }

    /// Waits for its end.
    ///
    /// - Returns: Its exit status; the negative number of the signal that ended it. -1 too where the system
    ///   keeps no status, because this process ignores the signal SIGCHLD.
    package func waitForEnd() -> Int32 { status(0) ?? -1 }

    /// Its exit status if it has ended, as in ``waitForEnd()``; `nil` while it runs.
    package func statusAfterEnd() -> Int32? { status(WNOHANG) }

    /// Waits for its end, and for a time at most.
    ///
    /// - Parameter time: The longest wait.
    /// - Returns: Its exit status, as in ``waitForEnd()``; `nil` if it still runs.
    package func statusAfterEnd(within time: Duration) -> Int32? {
        if let status = statusAfterEnd() { return status }
        let file = pk_child_end_file(number)
        defer { if file >= 0 { close(file) } }
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            var wait = FileWait()
            wait.add(file, orLookEvery: FileWait.interval)
            wait.limit(to: end - ContinuousClock.now)
            wait.run()
            if let status = statusAfterEnd() { return status }
        }
        return nil
    }

    private func status(_ options: Int32) -> Int32? {
        var status: Int32 = 0
        while true {
            let found = waitpid(number, &status, options)
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else { return -1 }
            guard found == number else { return nil }
            let signal = status & 0x7F
            return signal == 0 ? status >> 8 & 0xFF : -signal
        }
    }
}

extension ChildProgram.StandardFile {
    fileprivate var kind: Int32 {
        switch self {
        case .inherited: PK_CHILD_INHERITED
        case .nothing: PK_CHILD_NOTHING
        case .joined: PK_CHILD_JOINED
        case .input: PK_CHILD_INPUT
        }
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
