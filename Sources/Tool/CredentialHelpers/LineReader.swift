package import KeychainctlKit
package import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// Reads lines, which may contain secrets, from a file descriptor.
///
/// The other program may keep the pipe open while it waits for an answer, so a line is returned as
/// soon as its end was read. The buffer is zeroed when the reader is released.
package final class LineReader {
    /// The maximum size of all lines together: a hundred times the largest known token.
    package static let limit = 1 << 20

    private let file: Int32
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    /// The start and the end of the bytes that were read but not returned yet.
    private var start = 0
    private var end = 0

    /// Creates a reader for standard input, or another file descriptor.
    package init(_ file: Int32 = STDIN_FILENO) { self.file = file }

    deinit {
        SecretBytes.zero(UnsafeMutableRawBufferPointer(rebasing: room[..<end]))
        room.deallocate()
    }

    /// The next line without its newline; `nil` at the end of the input.
    ///
    /// - Throws: ``Failure`` for input that is too long, not UTF-8 text, or contains zero bytes,
    ///   which none of the protocols can represent.
    package func next() throws(Failure) -> SecretBytes? {
        var searched = start
        while true {
            if let newline = room[searched..<end].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = newline + 1 }
                return try line(start..<newline)
            }
            searched = end
            guard try fill() else { break }
        }
        guard start < end else { return nil }
        defer { start = end }
        return try line(start..<end)
    }

    /// The rest of the input with its newlines, validated as in ``next()``.
    package func rest() throws(Failure) -> SecretBytes {
        while try fill() {}
        defer { start = end }
        return try line(start..<end)
    }

    private func line(_ range: Range<Int>) throws(Failure) -> SecretBytes {
        let bytes = UnsafeRawBufferPointer(rebasing: room[range])
        guard !bytes.contains(0) else {
            throw Failure(.badInput, "the input contains a zero byte", advice: "nothing was done")
        }
        guard UTF8Text.isValid(bytes) else {
            throw Failure(.badInput, "the input is not UTF-8 text", advice: "nothing was done")
        }
        return SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Reads available bytes; returns `false` at the end of the input.
    private func fill() throws(Failure) -> Bool {
        guard end < room.count else {
            throw Failure(
                .badInput,
                "the input is longer than \(Self.limit) bytes",
                advice: "nothing was done"
            )
        }
        let free = UnsafeMutableRawBufferPointer(rebasing: room[end...])
        var count = read(file, free.baseAddress, free.count)
        while count < 0, errno == EINTR { count = read(file, free.baseAddress, free.count) }
        guard count >= 0 else {
            throw Failure(KeychainError(.inputOutput, reason: "Cannot read the input."))
        }
        end += count
        return count > 0
    }
}
