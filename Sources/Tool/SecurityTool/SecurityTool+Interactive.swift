internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

extension SecurityTool {
    /// The maximum length of a line, and the maximum number of words in it, as on macOS.
    private static let limits = (bytes: 4096, words: 32)

    /// Runs the commands of standard input, one on each line, to its end.
    ///
    /// - Returns: Zero; if a command fails, its message is printed, and the next one runs.
    mutating func interact(prompt: String) -> Int32 {
        let line = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.limits.bytes,
            alignment: 1
        )
        defer {
            SecretBytes.zero(line)
            line.deallocate()
        }
        while true {
            if Terminal.inputIsTerminal { Terminal.hint("\(prompt)") }
            guard let count = Self.readLine(line) else { return 0 }
            guard count <= line.count else {
                complain("a line with more than \(Self.limits.bytes) bytes is ignored")
                continue
            }
            let bytes = UnsafeRawBufferPointer(rebasing: line[..<count])
            guard !bytes.contains(0) else {
                complain("a line contains a NUL byte; it is ignored")
                continue
            }
            guard let words = Self.words(bytes) else {
                complain("a line ends inside a quotation; it is ignored")
                continue
            }
            guard words.count <= Self.limits.words else {
                complain("a line with more than \(Self.limits.words) words is ignored")
                continue
            }
            let status = perform(words)
            if status == 255 { return 0 }
            if status != 0 { complain("\(words[0].shown): returned \(status)") }
        }
    }

    /// Reads one line byte by byte, so that the following input can be read by a command.
    ///
    /// - Returns: The length, greater than the buffer if the line did not fit; `nil` at the end.
    private static func readLine(_ room: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        var byte: UInt8 = 0
        while true {
            let step = read(STDIN_FILENO, &byte, 1)
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { return count > 0 ? count : nil }
            guard byte != UInt8(ascii: "\n") else { return count }
            if count < room.count { room[count] = byte }
            count = min(count + 1, room.count + 1)
        }
    }

    /// Splits a line at spaces that are neither quoted nor escaped.
    ///
    /// - Returns: The words; `nil` if a quotation is not terminated.
    static func words(_ line: UnsafeRawBufferPointer) -> [SecurityWord]? {
        var words: [SecurityWord] = []
        var word: [UInt8] = []
        // Reserved in advance, because growing would leave copies of a secret behind.
        word.reserveCapacity(line.count)
        defer { word.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        var hasWord = false
        var quote: UInt8?
        var isEscaped = false
        for byte in line {
            if isEscaped {
                word.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
                (isEscaped, hasWord) = (true, true)
            } else if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                (quote, hasWord) = (byte, true)
            } else if quote == nil, byte == 0x20 || byte == 0x09 || byte == 0x0D {
                if hasWord { words.append(taken(&word)) }
                hasWord = false
            } else {
                word.append(byte)
                hasWord = true
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if hasWord { words.append(taken(&word)) }
        return words
    }

    private static func taken(_ word: inout [UInt8]) -> SecurityWord {
        let taken = word.withUnsafeBytes { SecurityWord($0, isExposed: false) }
        word.withUnsafeMutableBytes { SecretBytes.zero($0) }
        word.removeAll(keepingCapacity: true)
        return taken
    }
}
