internal import KeychainLibC

/// A program that was started, and the socket that is its standard input and output.
///
/// A class, because it owns the process and ends it in `deinit`. Secrets reach the program on the
/// socket, never in arguments or the environment.
final class ProgramConnection {
    /// The outcome of a read.
    enum Arrival: Equatable {
        case bytes(Int)
        /// No bytes came before the deadline.
        case nothing
        /// The program has ended, or closed its output.
        case ended
    }

    private let process: ChildProcess
    private let file: Int32

    /// Starts a program; `nil` if it cannot be started.
    ///
    /// - Parameters:
    ///   - program: An absolute path; `PATH` is not searched.
    ///   - hasOwnSession: Whether it has no controlling terminal, so that a terminal that it opens never
    ///     stops it, nor the process group of this process.
    init?(_ program: String, hasOwnSession: Bool = false) {
        guard program.hasPrefix("/") else { return nil }
        let files = ChildProgram.Files(input: .joined, output: .input, errors: .nothing)
        let child = ChildProgram([program], files: files, hasOwnSession: hasOwnSession)
        guard let process = try? child.start(), let file = process.input else { return nil }
        (self.process, self.file) = (process, file)
    }

    deinit {
        // Closing its input should end the program; if it does not, it is killed.
        close(file)
        guard process.statusAfterEnd(within: .milliseconds(200)) == nil else { return }
        process.end(by: SIGKILL)
        _ = process.waitForEnd()
    }

    /// Sends all bytes; returns whether the program still takes them.
    func send(_ bytes: UnsafeRawBufferPointer) -> Bool { process.send(bytes) }

    /// Reads the bytes that have arrived, and waits for the first one.
    ///
    /// - Parameters:
    ///   - room: The memory for the bytes; it must not be empty.
    ///   - deadline: The time until which to wait, by ``now()``.
    /// - Returns: The number of bytes that arrived, or the reason why none did.
    func read(into room: UnsafeMutableRawBufferPointer, until deadline: Double) -> Arrival {
        while true {
            let left = deadline - Self.now()
            guard left > 0 else { return .nothing }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(min(left * 1000 + 1, 1e9))) > 0 else { continue }
            // Not the method of this name.
            let count = recv(file, room.baseAddress, room.count, 0)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? .bytes(count) : .ended
        }
    }

    /// A monotonic time in seconds.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
