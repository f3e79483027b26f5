import PortableKeychain
import Testing

@testable import keychainctl

/// How values are written and read back.
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
        #expect(Bytes.text(bytes) == text)
        #expect(Bytes.parse(text) == bytes)
    }

    @Test(arguments: ["0x1", "0xg0", "0x1 "]) func refusesBytes(_ text: String) {
        #expect(Bytes.parse(text) == nil)
    }

    @Test(arguments: [("90s", 90), ("15m", 900), ("2h", 7200), ("1d", 86400)])
    func readsTimes(_ text: String, _ seconds: Int) {
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "m", "15", "0m", "-1m", "+1m", "1.5h", "1w", "99999999999s"])
    func refusesTimes(_ text: String) { #expect(TimeSpan(argument: text) == nil) }

    @Test func writesJSON() {
        let value = JSON.object([
            ("text", .string("\"\\\u{1B}é")), ("number", .number(-1)), ("truth", .bool(true)),
            ("none", .array([])), ("list", .array([.object([])])),
        ])
        #expect(
            value.text() == """
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

    @Test(arguments: [
        (80, ["A   BB", "1   22222222", "日  3"]), (8, ["A   BB", "1   222…", "日  3"]),
    ])
    func fitsTables(_ width: Int, _ lines: [String]) {
        let table = Table(header: ["A", "BB"], rows: [["1", "22222222"], ["日", "3"]])
        #expect(table.lines(width: width) == lines)
    }

    @Test func namesEachAttributeOnce() {
        let names = AttributeName.all
        #expect(Set(names.map(\.name)).count == names.count)
        #expect(Set(names.map(\.key)).count == names.count)
    }

    @Test(arguments: AccessibilityName.all) func readsItsOwnNames(_ name: String) throws {
        let value = try #require(AccessibilityName.parse(name))
        #expect(AccessibilityName.name(value) == name)
        #expect(AccessibilityName.parse(value.rawValue) == value)
    }
}
