import PortableKeychain
import Testing

@testable import SafeText

/// The writing of values, and reading them back.
@Suite struct WritingTests {
    @Test(arguments: [
        ("plain", "plain"), ("ünï", "ünï"), ("a\tb\nc\r", "a\\tb\\nc\\r"), ("\\n", "\\\\n"),
        ("\u{1B}]0;x\u{07}", "\\u{1b}]0;x\\u{7}"), ("\u{9B}2J", "\\u{9b}2J"),
        ("\u{7F}", "\\u{7f}"), ("a\u{202E}b", "a\\u{202e}b"), ("\r\n", "\\r\\n"),
    ])
    func escapes(_ text: String, _ escaped: String) {
        #expect(Escaping.escaped(text) == escaped)
    }

    @Test(
        arguments: [
            ([], ""), (Array("text".utf8), "text"), (Array("a\nb".utf8), "a\nb"), ([0xFF], "0xff"),
            ([0x00, 0x1B], "0x001b"), (Array("0x1".utf8), "0x307831"),
        ] as [([UInt8], String)]
    )
    func writesBytesSoThatTheyCanBeReadBack(_ bytes: [UInt8], _ text: String) {
        #expect(ByteText.text(bytes) == text)
        #expect(ByteText.parse(text) == bytes)
    }

    @Test(arguments: ["0x1", "0xg0", "0x1 "]) func refusesBytes(_ text: String) {
        #expect(ByteText.parse(text) == nil)
    }

    @Test func writesJSON() {
        let value = JSON.object([
            ("text", .string("\"\\\u{1B}é")), ("number", .number(-1)), ("truth", .bool(true)),
            ("none", .array([])), ("list", .array([.object([])])),
        ])
        #expect(
            SecretText.copy(value.secretText) == """
                {
                  "text": "\\"\\\\\\u001bé",
                  "number": -1,
                  "truth": true,
                  "none": [],
                  "list": [
                    {}
                  ]
                }
                """
        )
    }
}
