import PortableKeychain
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

    /// Texts of ASCII are looked at eight bytes at a time: a character counts in each place of each length.
    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 23]) func escapesInEveryPlace(_ length: Int) {
        var wrong: [String] = []
        for place in 0..<length {
            for byte in UInt8(0)..<0x80 {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                bytes[place] = byte
                let text = String(decoding: bytes, as: UTF8.self)
                let scalar = Unicode.Scalar(byte)
                let isUnsafe = Escaping.isUnsafe(scalar)
                let isLine = scalar == "\n" || scalar == "\t"
                let escaped = isUnsafe || scalar == "\\"
                let visible = isUnsafe && !isLine
                let quoted = escaped || scalar == "\""
                let host = scalar == ":" ? "[\(text)]" : text
                if (Escaping.escaped(text) != text) != escaped { wrong.append("escaped \(text)") }
                if (Escaping.visible(text) != text) != visible { wrong.append("visible \(text)") }
                if (JSON.string(text).line != "\"\(text)\"") != quoted {
                    wrong.append("JSON \(text)")
                }
                if byte != UInt8(ascii: "["), HostAndPort.bracketed(text) != host {
                    wrong.append("host \(text)")
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    /// Texts of attributes, which are not secrets, are written with all escapes too.
    @Test(arguments: [
        (#"DOMAIN\user"#, #""DOMAIN\\user""#), (#"\"#, #""\\""#), (#"é\"#, #""é\\""#),
        (#"\n"#, #""\\n""#), (#"a"b"#, #""a\"b""#), ("a\tb\n", #""a\tb\n""#),
    ])
    func writesBackslashesInJSON(_ text: String, _ expected: String) {
        #expect(JSON.string(text).line == expected)
        #expect(JSON.secret(SecretBytes(Array(text.utf8))).line == expected)
    }

    /// JSON has four digits for a character, and two of them for one beyond U+FFFF.
    @Test func writesJSON() {
        #expect(JSON.string("\u{9B}\u{E0041}").line == #""\u009b\udb40\udc41""#)
    }
}
