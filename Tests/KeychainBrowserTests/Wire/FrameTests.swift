import Testing

@testable import KeychainBrowser

/// Messages in a stream, and nonces.
@Suite struct FrameTests {
    private static func read(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
        var buffer = FrameBuffer()
        var messages: [[UInt8]] = []
        for piece in pieces {
            piece.withUnsafeBytes { buffer.append($0) }
            while let message = try buffer.next() { messages.append(message) }
        }
        return messages
    }

    private static let messages: [[UInt8]] = [
        Array("{}".utf8), [], Array(repeating: 7, count: 300),
    ]
    private static let stream = messages.flatMap(FrameBuffer.frame)

    /// However the stream is cut, its messages are the same.
    @Test(arguments: [1, 2, 3, 4, 5, 7, 64, 1000]) func readsPieces(size: Int) throws {
        let pieces = stride(from: 0, to: Self.stream.count, by: size).map {
            Array(Self.stream[$0..<min($0 + size, Self.stream.count)])
        }
        #expect(try Self.read(pieces) == Self.messages)
    }

    @Test func waitsForTheRest() throws {
        for count in Self.stream.indices {
            #expect(try Self.read([Array(Self.stream[..<count])]).count < Self.messages.count)
        }
    }

    /// A length of megabytes is refused before they are waited for.
    @Test(arguments: [UInt32(FrameBuffer.longest) + 1, UInt32.max])
    func refusesLongMessages(length: UInt32) throws {
        let header = withUnsafeBytes(of: length) { Array($0) }
        #expect(throws: FrameBuffer.TooLongError.self) { try Self.read([header]) }
        let longest = withUnsafeBytes(of: UInt32(FrameBuffer.longest)) { Array($0) }
        #expect(try Self.read([longest]).isEmpty)
    }

    @Test(
        arguments: [
            ([0, 0, 0], [1, 0, 0]), ([255, 0, 0], [0, 1, 0]), ([255, 255, 1], [0, 0, 2]),
            ([255, 255, 255], [0, 0, 0]), ([], []),
        ] as [([UInt8], [UInt8])]
    ) func countsAsLibsodiumDoes(nonce: [UInt8], next: [UInt8]) {
        #expect(BrowserSession.incremented(nonce) == next)
    }
}
