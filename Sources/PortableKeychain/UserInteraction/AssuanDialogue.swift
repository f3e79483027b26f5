internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A running program that speaks the Assuan protocol, such as `pinentry`.
///
/// A class, because it owns the process and ends it in `deinit`.
///
/// Both sides send lines of at most 1,000 bytes. We send commands; the program answers `OK`, `ERR`
/// with a number of libgpg-error, or `D` with data; `S` and `#` lines are ignored (Assuan manual,
/// "Server responses"). The program is not trusted: an answer that is too long, too late or unknown
/// ends the conversation.
final class AssuanDialogue {
    private static let longestLine = 1000
    /// The largest number of lines in the answer to one command.
    private static let mostLines = 100
    /// The time in seconds that the program has to answer a command that does not involve the user.
    private static let ownPatience = 10.0

    private let process: Int32
    private let file: Int32
    private let patience: Double
    /// The bytes that were read but not processed, and the data of an answer; both are zeroed in
    /// `deinit`.
    private let pending = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var pendingCount = 0
    private let data = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var dataCount = 0

    init(_ program: String, patience: Double) throws(KeychainError) {
        var file: Int32 = -1
        let process = program.hasPrefix("/") ? pk_program_start(program, &file) : -1
        self.process = process
        self.file = file
        self.patience = patience
        // Checked after all properties are set: from here on, `deinit` ends the program.
        guard process >= 0 else { throw Self.failure("cannot be started") }
    }

    deinit {
        for room in [pending, data] {
            SecretBytes.zero(room)
            room.deallocate()
        }
        guard process >= 0 else { return }
        // Closing its input should end the program; if it does not, it is killed.
        close(file)
        for _ in 0..<20 {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Waits until the program is ready.
    func greet() throws(KeychainError) { try response(within: Self.ownPatience) }

    /// Sends a command with a text; the program may refuse an optional one.
    func tell(_ command: String, _ text: String, isOptional: Bool = false) throws(KeychainError) {
        try send(command + Self.escaped(text))
        do throws(KeychainError) {
            try response(within: Self.ownPatience)
        } catch  where isOptional && error.code == .unimplemented {
        } catch {
            throw error.code == .unimplemented ? Self.failure("refuses \(command)") : error
        }
    }

    /// Sends a command that the user answers.
    ///
    /// - Returns: The user's input; empty if the user only confirms.
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines or does not answer in
    ///   time.
    func ask(_ command: String) throws(KeychainError) -> SecretBytes {
        try send(command)
        do throws(KeychainError) {
            try response(within: patience)
        } catch  where error.code == .unimplemented {
            throw Self.failure("refuses \(command)")
        }
        return SecretBytes(count: dataCount) { room in
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: data[..<dataCount]))
        }
    }

    private func send(_ line: String) throws(KeychainError) {
        let bytes = Array((line + "\n").utf8)
        guard pk_program_send(file, bytes, bytes.count) == 0 else { throw Self.failure("ended") }
    }

    /// Reads the lines of an answer, and collects its data.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for an error that is not the user's decision.
    private func response(within seconds: Double) throws(KeychainError) {
        dataCount = 0
        let deadline = Self.now() + seconds
        for _ in 0..<Self.mostLines {
            let length = try readLine(until: deadline)
            defer { drop(length + 1) }
            switch AssuanReply(UnsafeRawBufferPointer(rebasing: pending[..<length])) {
            case .data(let escaped):
                let room = UnsafeMutableRawBufferPointer(rebasing: data[dataCount...])
                guard let count = AssuanReply.unescape(escaped, into: room) else {
                    throw Self.unspeakable
                }
                dataCount += count
            case .done: return
            case .refused(let code): throw KeychainError(code)
            case .ignored: break
            case nil: throw Self.unspeakable
            }
        }
        throw Self.unspeakable
    }

    /// Waits until `pending` begins with a complete line; returns the length of that line.
    private func readLine(until deadline: Double) throws(KeychainError) -> Int {
        while true {
            if let end = pending[..<pendingCount].firstIndex(of: UInt8(ascii: "\n")) {
                guard end <= Self.longestLine else { break }
                return end
            }
            guard pendingCount <= Self.longestLine else { break }
            let left = deadline - Self.now()
            guard left > 0 else {
                throw KeychainError(.userCanceled, reason: "The user did not answer in time.")
            }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(min(left * 1000 + 1, 60_000))) > 0 else { continue }
            let room = UnsafeMutableRawBufferPointer(rebasing: pending[pendingCount...])
            let count = read(file, room.baseAddress, room.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("ended") }
            pendingCount += count
        }
        throw Self.unspeakable
    }

    private func drop(_ count: Int) {
        let rest = pendingCount - count
        for index in 0..<rest { pending[index] = pending[count + index] }
        pendingCount = rest
    }

    /// Escapes a text for a line, and truncates it to the length of a line.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let piece =
                switch scalar {
                case "%": "%25"
                case "\n": "%0A"
                case _ where UnsafeCharacters.contains(scalar): " "
                default: String(scalar)
                }
            count += piece.utf8.count
            guard count <= longestLine - 100 else { break }
            escaped += piece
        }
        return escaped
    }

    private static var unspeakable: KeychainError { failure("does not speak its protocol") }

    private static func failure(_ what: String) -> KeychainError {
        KeychainError(.authenticationRequired, reason: "The program that asks the user \(what).")
    }

    /// A monotonic time in seconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
