/// A running program that speaks the Assuan protocol, such as `pinentry`.
///
/// A class, because it owns the connection and the buffers, which it zeroes in `deinit`.
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
    /// The interval, in seconds, at which it checks whether the caller still waits for the answer.
    private static let slice = 0.25

    private let connection: ProgramConnection
    private let patience: Double
    /// The bytes that were read but not processed, and the data of an answer; both are zeroed in
    /// `deinit`.
    private let pending = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var pendingCount = 0
    private let data = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var dataCount = 0
    /// Whether the caller still waits for the answer; asked several times a second.
    var isWanted: () -> Bool = { true }
    /// Whether the last question was answered by the button that says no.
    private(set) var isDenied = false

    init(_ program: String, patience: Double) throws(KeychainError) {
        // In a background job of a shell, such as 'keychaind --agent &', a dialog on the terminal of GPG_TTY
        // would stop the job (SIGTTOU), and with it the agent.
        let isBehind = TerminalPrompt.isInBackground
        guard let connection = ProgramConnection(program, hasOwnSession: isBehind) else {
            throw Self.failure("cannot be started")
        }
        self.connection = connection
        self.patience = patience
    }

    deinit {
        for room in [pending, data] {
            SecretBytes.zero(room)
            room.deallocate()
        }
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
        guard bytes.withUnsafeBytes({ connection.send($0) }) else { throw Self.failure("ended") }
    }

    /// Reads the lines of an answer, and collects its data.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for an error that is not the user's decision.
    private func response(within seconds: Double) throws(KeychainError) {
        dataCount = 0
        isDenied = false
        let deadline = ProgramConnection.now() + seconds
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
            case .denied:
                isDenied = true
                throw KeychainError(.userCanceled)
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
            let room = UnsafeMutableRawBufferPointer(rebasing: pending[pendingCount...])
            let slice = ProgramConnection.now() + Self.slice
            switch connection.read(into: room, until: min(deadline, slice)) {
            case .bytes(let count): pendingCount += count
            case .ended: throw Self.failure("ended")
            case .nothing where slice < deadline:
                guard isWanted() else {
                    throw KeychainError(.userCanceled, reason: "Nobody waits for the answer.")
                }
            case .nothing:
                throw KeychainError(.userCanceled, reason: "The user did not answer in time.")
            }
        }
        throw Self.unspeakable
    }

    private func drop(_ count: Int) {
        let rest = pendingCount - count
        for index in 0..<rest { pending[index] = pending[count + index] }
        pendingCount = rest
    }

    /// Escapes a text for a line, and truncates it to the length of a line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isPlain: Whether it has to be ASCII.
    /// - Returns: The escaped text.
    static func escaped(_ text: String, isPlain: Bool = needsPlainText) -> String {
        var escaped = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let piece =
                switch scalar {
                case "%": "%25"
                case "\n": "%0A"
                case _ where UnsafeCharacters.contains(scalar): " "
                case "…" where isPlain: "..."
                case _ where isPlain && !scalar.isASCII: "?"
                default: String(scalar)
                }
            count += piece.utf8.count
            guard count <= longestLine - 100 else { break }
            escaped += piece
        }
        return escaped
    }

    /// Whether the program asks on a terminal whose locale has no other letters than ASCII: there
    /// `pinentry-curses` shows no dialog at all for a text with others.
    private static var needsPlainText: Bool {
        let variables = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(UserEnvironment.variable)
        let locale = variables.first?.lowercased() ?? "c"
        let hasLetters = locale.contains("utf-8") || locale.contains("utf8")
        return !hasLetters && !UserEnvironment.hasScreen
    }

    private static var unspeakable: KeychainError { failure("does not speak its protocol") }

    private static func failure(_ what: String) -> KeychainError {
        KeychainError(.authenticationRequired, reason: "The program that asks the user \(what).")
    }
}
