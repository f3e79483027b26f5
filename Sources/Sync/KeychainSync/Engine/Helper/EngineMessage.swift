internal import PortableKeychain

/// The messages between a program and the helper of its engine, each a ``HelperMessage``.
package enum EngineMessage {
    /// The longest message in bytes.
    ///
    /// An answer with files has at most 16 MiB of them.
    package static let longest = 20 << 20

    /// A part is as long as the message has room for.
    ///
    /// The number of parts is bounded, because each takes four times as much memory as an empty one takes in the
    /// message.
    static let limits = HelperMessage.Limits(message: longest, parts: 1 << 20, part: longest)

    /// Reads a message.
    ///
    /// - Returns: `nil` for any word or part that is not expected.
    static func read<Message>(
        _ message: SecretBytes,
        _ body: (UInt8, inout HelperReader) throws(KeychainError) -> Message?
    ) -> Message? {
        guard let message = HelperMessage(message, within: limits) else { return nil }
        let found = try? message.read { reader throws(KeychainError) in
            try body(message.word, &reader)
        }
        return found ?? nil
    }

    /// The bytes of a message; none, which the other side refuses, if it is too long.
    static func written(_ writer: HelperWriter) -> SecretBytes {
        writer.finished(within: limits) ?? SecretBytes([UInt8]())
    }
}
