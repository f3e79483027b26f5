import SafeText
import Testing

/// Values that others chose cannot change the text around them.
@Suite struct EscapingTests {
    /// One of each kind: C0, C1, bidirectional marks and overrides, invisible characters, tags,
    /// separators, and fillers that look like a space.
    static let unsafe: [UInt32] = [
        0x00, 0x07, 0x1B, 0x7F, 0x80, 0x9B, 0x9D, 0xAD, 0x034F, 0x061C, 0x115F, 0x180E, 0x200B,
        0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069,
        0x206F, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001, 0xE0041, 0xE007F, 0xE0100,
    ]

    @Test(arguments: unsafe) func escapes(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let text = "a\(Character(scalar))b"
        let expected = #"a\u{"# + String(value, radix: 16) + "}b"
        #expect(Escaping.isUnsafe(scalar))
        #expect(Escaping.escaped(text) == expected)
        #expect(Escaping.visible(text) == expected)
        let json = JSON.string(text).line
        #expect(!json.unicodeScalars.contains(where: Escaping.isUnsafe))
    }

    @Test func leavesTheRest() {
        for text in ["plain", "Grüße, 你好", "שלום", "a 🔑 b", "é", "e\u{301}"] {
            #expect(Escaping.escaped(text) == text)
        }
        #expect(Escaping.escaped("a\\b\n\t") == #"a\\b\n\t"#)
        #expect(Escaping.visible("a\\b\n\t") == "a\\b\n\t")
    }

    /// JSON has four digits for a character, and two of them for one beyond U+FFFF.
    @Test func writesJSON() {
        #expect(JSON.string("\u{9B}\u{E0041}").line == #""\u009b\udb40\udc41""#)
    }
}
