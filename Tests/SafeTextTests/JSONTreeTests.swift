import PortableKeychain
import Testing

@testable import SafeText

/// JSON as it is read, with its secrets where they are.
@Suite struct JSONTreeTests {
    private static func tree(_ text: String) throws -> JSONTree {
        try JSONTree(SecretBytes(utf8: text))
    }

    static let texts = [
        (#""""#, ""), (#""a""#, "a"), (#""é\u00e9\ud83d\ude00""#, "éé😀"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""a\u0000b""#, "a\0b"),
        (" \"\u{7F}\u{2028}\" ", "\u{7F}\u{2028}"), (#""\u00E9""#, "é"),
    ]

    @Test(arguments: texts) func readsTexts(_ json: String, _ text: String) throws {
        let tree = try Self.tree(json)
        #expect(tree.string == text)
        #expect(SecretText.copy(tree.secret) == text)
    }

    /// Numbers are as Foundation's decoder gives them to a caller that asks for a whole number first.
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-5", "-5"), ("12", "12"), ("1.0", "1"), ("1e2", "100"),
        ("1E+2", "100"), ("0.5", "0.5"), ("-1.5e3", "-1500"), ("1e-400", "0"),
        ("9223372036854775807", "9223372036854775807"),
        ("12345678901234567890", "1.2345678901234567e+19"), ("true", "true"), ("null", ""),
    ])
    func readsOtherValues(_ json: String, _ text: String) throws {
        #expect(try Self.tree(json).string == text)
        #expect(try SecretText.copy(Self.tree(json).secret) == text)
    }

    @Test(arguments: [
        "", " ", "{", "[", "\"", "\"a", "01", "1.", "-", "+1", ".5", "1e", "1e999", "tru", "nulll",
        "[1,]", "[,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "{1:1}", "'a'", "1 2", "\"\t\"", "\"\n\"",
        #""\x""#, #""\u12""#, #""\ud800""#, #""\udc00""#, #""\ud83dx""#, #""\ud83d\u0041""#,
        "\u{B}1", "\u{FEFF}1", "[1}", "// 1",
    ])
    func refuses(_ json: String) {
        #expect(throws: JSONTree.Problem.malformed) { try Self.tree(json) }
    }

    @Test func refusesBytesThatAreNotText() {
        #expect(throws: JSONTree.Problem.malformed) {
            try JSONTree(SecretBytes([0x22, 0xFF, 0x22]))
        }
    }

    @Test func endsAtItsDepth() throws {
        let (open, close) = (
            String(repeating: "[", count: JSONTree.deepest),
            String(repeating: "]", count: JSONTree.deepest)
        )
        _ = try Self.tree(open + close)
        #expect(throws: JSONTree.Problem.tooDeep) { try Self.tree("[" + open + close + "]") }
    }

    @Test func findsMembersAndLeaves() throws {
        let tree = try Self.tree(#"{"b": [1, {"c": "x"}], "a": null, "b": 2, "d": true}"#)
        #expect(tree["a"].isNull)
        #expect(tree["z"].isNull)
        // The first of two members with one name.
        #expect(tree["b"].elements.count == 2)
        #expect(try tree.leaves(atMost: 3).map(\.name) == ["b 1", "b 2 c", "d"])
        #expect(try tree.without(["b"]).leaves(atMost: 9).map(\.value.string) == ["true"])
        #expect(throws: JSONTree.Problem.tooManyValues) { try tree.leaves(atMost: 2) }
        #expect(throws: JSONTree.Problem.nameTooLong) { try tree.leaves(atMost: 9, longest: 4) }
        #expect(try tree.text("a") == nil)
        #expect(throws: JSONTree.OtherType.self) { try tree.text("d") }
        #expect(throws: JSONTree.OtherType.self) { try tree.object("b") }
    }

    /// A written tree is read back the same, secrets as well as texts.
    @Test(arguments: ["", "plain", "\"\\\n\u{1B}é\u{202E}😀"])
    func readsWhatItWrites(_ text: String) throws {
        let secret = SecretBytes(utf8: text)
        let json = JSON.object([("text", .string(text)), ("secret", .secret(secret))])
        for written in [json.secretLine, json.secretText] {
            let tree = try JSONTree(written)
            #expect(tree["text"].string == text)
            #expect(SecretText.copy(tree["secret"].secret) == text)
        }
    }
}
