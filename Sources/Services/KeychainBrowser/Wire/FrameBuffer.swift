/// The messages in a stream of bytes, as browsers write them: the length in four bytes of this machine's order, then
/// JSON.
package struct FrameBuffer {
    /// The longest message that is read.
    ///
    /// Browsers send at most 64 MiB; messages of the extension have some kilobytes.
    package static let longest = 1 << 20
    /// The longest message that browsers take.
    package static let longestAnswer = 1 << 20
    private static let header = 4

    /// A length that no message of the extension has: nothing after it can be read.
    package struct TooLongError: Error {}

    private var pending: [UInt8] = []
    private var start = 0

    package init() {}

    /// Takes bytes that were read.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
    }

    /// The next message.
    ///
    /// - Returns: `nil` if not all of it was read yet.
    /// - Throws: ``TooLongError``, before any of such a message is kept.
    package mutating func next() throws(TooLongError) -> [UInt8]? {
        let rest = pending[start...]
        guard rest.count >= Self.header else { return nil }
        let length = rest.prefix(Self.header).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Self.longest else { throw TooLongError() }
        let end = Self.header + Int(length)
        guard rest.count >= end else { return nil }
        start += end
        return Array(rest.dropFirst(Self.header).prefix(Int(length)))
    }

    /// A message with its length.
    package static func frame(_ message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
    }
}
