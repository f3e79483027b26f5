internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A conversation with a program that speaks the Assuan protocol, as `pinentry` does.
///
/// Lines of at most 1,000 bytes; ours are commands, the program's are `OK`, `ERR` with a number of
/// libgpg-error, `D` with data, `S` and `#` to be ignored (Assuan manual, "Server responses").
/// The program may be anything: what is too long, too late or not understood ends it.
final class AssuanDialogue {
    private static let longestLine = 1000
    /// More lines than that to one command are no answer.
    private static let mostLines = 100
    /// For how many seconds a program may take over what needs no person.
    private static let ownPatience = 10.0

    private let process: Int32
    private let file: Int32
    private let patience: Double
    /// What was read and not used yet, and the data of an answer; zeroed at the end.
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
        // After all properties are set: from here on, the end of this object ends the program.
        guard process >= 0 else { throw Self.failure("cannot be started") }
    }

    deinit {
        for room in [pending, data] {
            SecretBytes.zero(room)
            room.deallocate()
        }
        guard process >= 0 else { return }
        // A program whose input ends should end too; one that does not is ended.
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

    /// Gives a command with a text, which the program may refuse where it is optional.
    func tell(_ command: String, _ text: String, isOptional: Bool = false) throws(KeychainError) {
        try send(command + Self.escaped(text))
        do throws(KeychainError) {
            try response(within: Self.ownPatience)
        } catch  where isOptional && error.code == .unimplemented {
        } catch {
            throw error.code == .unimplemented ? Self.failure("refuses \(command)") : error
        }
    }

    /// Gives a command that a person answers.
    ///
    /// - Returns: What they typed; nothing where they only agree.
    /// - Throws: ``KeychainError/Code/userCanceled``.
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

    /// Reads up to the line that ends an answer, and gathers its data.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for a refusal that is not the user's.
    private func response(within seconds: Double) throws(KeychainError) {
        dataCount = 0
        let deadline = Self.now() + seconds
        for _ in 0..<Self.mostLines {
            let length = try readLine(until: deadline)
            defer { drop(length + 1) }
            let line = UnsafeRawBufferPointer(rebasing: pending[..<length])
            if line.starts(with: "D ".utf8) {
                try gather(UnsafeRawBufferPointer(rebasing: line[2...]))
            } else if line.elementsEqual("OK".utf8) || line.starts(with: "OK ".utf8) {
                return
            } else if line.starts(with: "ERR ".utf8) {
                throw Self.refusal(String(decoding: line, as: UTF8.self))
            } else if !line.starts(with: "S ".utf8), line.first != UInt8(ascii: "#") {
                break
            }
        }
        throw Self.failure("does not speak its protocol")
    }

    /// Waits for a whole line at the start of what is pending; returns its length.
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
        throw Self.failure("does not speak its protocol")
    }

    private func drop(_ count: Int) {
        let rest = pendingCount - count
        for index in 0..<rest { pending[index] = pending[count + index] }
        pendingCount = rest
    }

    /// Appends data, in which `%` and two hexadecimal digits stand for a byte.
    private func gather(_ line: UnsafeRawBufferPointer) throws(KeychainError) {
        var index = 0
        while index < line.count {
            var byte = line[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 2 <= line.count, let high = Self.digit(line[index]),
                    let low = Self.digit(line[index + 1])
                else { throw Self.failure("does not speak its protocol") }
                byte = high << 4 | low
                index += 2
            }
            guard dataCount < data.count else { throw Self.failure("answers too much") }
            data[dataCount] = byte
            dataCount += 1
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// A text for a line: escaped where the protocol needs it, and cut where a line must end.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let piece =
                switch scalar {
                case "%": "%25"
                case "\n": "%0A"
                case _ where scalar.properties.generalCategory == .control: " "
                default: String(scalar)
                }
            count += piece.utf8.count
            guard count <= longestLine - 100 else { break }
            escaped += piece
        }
        return escaped
    }

    /// The numbers of libgpg-error in their lower 16 bits: a timeout, canceled, not confirmed,
    /// canceled altogether.
    private static func refusal(_ line: String) -> KeychainError {
        let words = line.split(separator: " ")
        let number = words.count > 1 ? UInt32(words[1]) : nil
        let isUsers = number.map { [62, 99, 114, 198].contains($0 & 0xFFFF) } ?? false
        return KeychainError(isUsers ? .userCanceled : .unimplemented)
    }

    private static func failure(_ what: String) -> KeychainError {
        KeychainError(.authenticationRequired, reason: "The program that asks the user \(what).")
    }

    /// Seconds that never go back.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
