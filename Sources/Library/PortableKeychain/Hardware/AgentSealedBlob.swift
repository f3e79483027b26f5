/// The blob that the agent of the system returns for a secret that it sealed for a user: a blob of
/// its chip after a mark that shows how it has to be opened (agent-protocol.md §12).
package struct AgentSealedBlob: Equatable, Sendable {
    /// The blob that the chip sealed.
    package let inner: [UInt8]

    /// The number of bytes that may be sealed: a key.
    package static let secretLength = 32
    /// The longest blob of a token.
    package static let longest = 1024
    private static let mark = Array("PKAS".utf8) + [1]

    /// Makes the returned blob from a blob of the chip.
    package init(sealed inner: [UInt8]) { self.inner = inner }

    /// Reads a blob; `nil` for one that the agent did not make.
    package init?(_ blob: [UInt8]) {
        guard blob.starts(with: Self.mark), Self.mark.count + 1...Self.longest ~= blob.count else {
            return nil
        }
        inner = Array(blob.dropFirst(Self.mark.count))
    }

    /// The bytes of the blob.
    package var encoded: [UInt8] { Self.mark + inner }
}
