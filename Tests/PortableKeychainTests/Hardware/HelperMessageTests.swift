import PortableKeychain
import Testing

/// The one format of the messages between a program and its helpers.
@Suite struct HelperMessageTests {
    private static let limits = HelperMessage.Limits(message: 60, parts: 4, part: 16)

    private static func written(
        _ word: UInt8 = 7,
        within limits: HelperMessage.Limits = limits,
        _ add: (inout HelperWriter) -> Void
    ) -> [UInt8]? {
        var writer = HelperWriter(word)
        add(&writer)
        return writer.finished(within: limits)?.withUnsafeBytes { Array($0) }
    }

    private static func message(_ bytes: [UInt8]) -> HelperMessage? {
        HelperMessage(SecretBytes(bytes), within: limits)
    }

    /// The bytes are those of the layout, and give the parts back.
    @Test func aMessageIsReadAsItWasWritten() throws {
        let bytes = try #require(
            Self.written {
                $0.add(SecretBytes(utf8: "pin"))
                $0.add(nil as SecretBytes?)
                $0.add(UInt16(0x0102))
                $0.add(true)
            }
        )
        let layout: [UInt8] = [
            1, 7, 0, 0, 0, 4, 0, 0, 0, 3, 0x70, 0x69, 0x6E, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 0,
            1, 1,
        ]
        #expect(bytes == layout)
        let message = try #require(Self.message(bytes))
        #expect(message.word == 7)
        try message.read { reader throws(KeychainError) in
            #expect(try reader.secret(1...3).matches(SecretBytes(utf8: "pin")))
            #expect(try reader.array().isEmpty)
            #expect(try reader.number(UInt16.self) == 0x0102)
            #expect(try reader.flag())
            #expect(reader.isAtEnd)
        }
    }

    /// Bytes that are missing, left over or of another version are no message.
    @Test func bytesThatAreMissingOrLeftOverAreRefused() throws {
        let bytes = try #require(
            Self.written {
                $0.add("one"); $0.add("two")
            }
        )
        #expect(Self.message(bytes) != nil)
        for count in bytes.indices { #expect(Self.message(Array(bytes[..<count])) == nil) }
        #expect(Self.message(bytes + [0]) == nil)
        for version in [0, 2, 255] as [UInt8] {
            #expect(Self.message([version] + bytes.dropFirst()) == nil)
        }
        // A number of parts, and a length, that no memory has.
        #expect(Self.message([1, 7, 255, 255, 255, 255]) == nil)
        #expect(Self.message([1, 7, 0, 0, 0, 1, 255, 255, 255, 255]) == nil)
    }

    static let excesses: [[Int]] = [[17], [0, 0, 0, 0, 0], [16, 16, 15]]

    /// A message that exceeds the limits is neither written nor read.
    @Test(arguments: excesses) func theLimitsHoldForBothSides(lengths: [Int]) throws {
        func add(_ writer: inout HelperWriter) {
            for length in lengths { writer.add([UInt8](repeating: 0, count: length)) }
        }
        #expect(Self.written { add(&$0) } == nil)
        let wide = HelperMessage.Limits(message: 1000, parts: 100, part: 100)
        let bytes = try #require(Self.written(within: wide) { add(&$0) })
        #expect(Self.message(bytes) == nil)
        #expect(HelperMessage(SecretBytes(bytes), within: wide) != nil)
    }

    /// Parts that are not of the expected form are refused.
    @Test func partsOfAnotherFormAreRefused() throws {
        let parts: [[UInt8]] = [[], [2], [0xFF, 0xFE]]
        for part in parts {
            let bytes = try #require(Self.written { $0.add(part) })
            let message = try #require(Self.message(bytes))
            let refusal = KeychainError(.corrupt)
            #expect(throws: refusal) { try message.read { _ throws(KeychainError) in } }
            #expect(throws: refusal) {
                try message.read { reader throws(KeychainError) in
                    _ = try reader.array()
                    _ = try reader.array()
                }
            }
            #expect(throws: refusal) {
                try message.read { reader throws(KeychainError) in _ = try reader.flag() }
            }
            #expect(throws: refusal) {
                try message.read { reader throws(KeychainError) in
                    _ = try reader.number(UInt32.self)
                }
            }
            #expect(throws: refusal) {
                try message.read { reader throws(KeychainError) in _ = try reader.array(3...4) }
            }
        }
        let bytes = try #require(Self.written { $0.add([0xFF, 0xFE]) })
        let text = try #require(Self.message(bytes))
        #expect(throws: KeychainError(.corrupt)) {
            try text.read { reader throws(KeychainError) in _ = try reader.text() }
        }
        let both = try #require(
            Self.written {
                $0.add("a")
                $0.add("b")
            }
        )
        let two = try #require(Self.message(both))
        #expect(throws: KeychainError(.corrupt)) {
            try two.read { reader throws(KeychainError) in
                _ = try reader.many(atMost: 1) { reader throws(KeychainError) in try reader.text() }
            }
        }
        let texts = try two.read { reader throws(KeychainError) in
            try reader.many(atMost: 2) { reader throws(KeychainError) in try reader.text() }
        }
        #expect(texts == ["a", "b"])
    }
}
