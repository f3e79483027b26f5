package import KeychainctlKit
package import PortableKeychain
internal import SafeText

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Lines of a file descriptor, which may hold secrets, read no further than they are asked for.
///
/// The other side may keep the pipe open while it waits for an answer, so a line is handed out as
/// soon as its end is there. What passes through is zeroed when the reader goes.
package final class LineReader {
    /// The most that all lines together may take: a hundred times the largest token there is.
    package static let limit = 1 << 20

    private let file: Int32
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    /// Where the bytes start that nobody took, and where they end.
    private var start = 0
    private var end = 0

    /// Gets ready to read standard input, or another file.
    package init(_ file: Int32 = STDIN_FILENO) { self.file = file }

    deinit {
        SecretBytes.zero(UnsafeMutableRawBufferPointer(rebasing: room[..<end]))
        room.deallocate()
    }

    /// The next line without its newline; `nil` at the end.
    ///
    /// - Throws: ``Failure`` for input that is too long, and for bytes that are not UTF-8 text or
    ///   are zero: no protocol here has a way to say them.
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

    /// All that is left, as ``next()`` would judge it; newlines stay where they are.
    package func rest() throws(Failure) -> SecretBytes {
        while try fill() {}
        defer { start = end }
        return try line(start..<end)
    }

    private func line(_ range: Range<Int>) throws(Failure) -> SecretBytes {
        let bytes = UnsafeRawBufferPointer(rebasing: room[range])
        guard !bytes.contains(0) else {
            throw Failure(.badInput, "the input holds a zero byte", advice: "nothing was done")
        }
        guard UTF8Text.isValid(bytes) else {
            throw Failure(.badInput, "the input is not UTF-8 text", advice: "nothing was done")
        }
        return SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Reads what there is; returns whether there was anything.
    private func fill() throws(Failure) -> Bool {
        guard end < room.count else {
            throw Failure(
                .badInput,
                "the input is too long (\(Self.limit) bytes are the most)",
                advice: "nothing was done"
            )
        }
        let free = UnsafeMutableRawBufferPointer(rebasing: room[end...])
        var count = read(file, free.baseAddress, free.count)
        while count < 0, errno == EINTR { count = read(file, free.baseAddress, free.count) }
        guard count >= 0 else {
            throw Failure(KeychainError(.inputOutput, reason: "The input cannot be read."))
        }
        end += count
        return count > 0
    }
}
