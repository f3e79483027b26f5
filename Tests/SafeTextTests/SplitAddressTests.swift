import SafeText
import Testing

/// The parts of an address, whatever characters are between its delimiters.
@Suite struct SplitAddressTests {
    struct Row: Sendable {
        var text: String
        var scheme: String?
        var user: String?
        var place = ""
        var path = ""
    }

    static let rows = [
        Row(text: ""), Row(text: ":", place: ":"), Row(text: "a:", place: "a:"),
        Row(text: "a:/b", place: "a:", path: "/b"), Row(text: "/:/", path: "/:/"),
        Row(text: "a:b:/c", place: "a:b:", path: "/c"),
        Row(text: "://", scheme: ""),
        Row(text: "https://a.example", scheme: "https", place: "a.example"),
        Row(text: "a:b://c", scheme: "a:b", place: "c"),
        Row(text: "a://b://c", scheme: "a", place: "b:", path: "//c"),
        Row(text: "a:://b", scheme: "a:", place: "b"),
        Row(text: "\u{e9}://b", scheme: "\u{e9}", place: "b"),
        Row(text: "s://u:p@h:1/x@y?q#f", scheme: "s", user: "u:p", place: "h:1", path: "/x@y?q#f"),
        Row(text: "u@v@h", user: "u@v", place: "h"), Row(text: "@h", user: "", place: "h"),
        Row(text: "h?q", place: "h", path: "?q"), Row(text: "h#f", place: "h", path: "#f"),
        Row(text: "h\\x", place: "h\\x"),
        // A combining character after a delimiter.
        Row(text: "a://\u{301}b", scheme: "a", place: "\u{301}b"),
        Row(text: "a/\u{301}@b", place: "a", path: "/\u{301}@b"),
        Row(text: "a?\u{301}@b", place: "a", path: "?\u{301}@b"),
        Row(text: "a#\u{FE0F}@b", place: "a", path: "#\u{FE0F}@b"),
        Row(text: "u:p@\u{301}b", user: "u:p", place: "\u{301}b"),
    ]

    // Bytes, because Swift takes texts of equal characters for equal.
    private func bytes(_ text: (some StringProtocol)?) -> [UInt8]? { text.map { Array($0.utf8) } }

    @Test(arguments: rows) func areSplit(_ row: Row) {
        // A part of a longer text, too.
        for address in [SplitAddress(row.text), SplitAddress("://@/\(row.text)".dropFirst(5))] {
            #expect(bytes(address.scheme) == bytes(row.scheme))
            #expect(bytes(address.user) == bytes(row.user))
            #expect(bytes(address.place) == bytes(row.place))
            #expect(bytes(address.path) == bytes(row.path))
        }
    }

    @Test(arguments: ["h\\x", "h\\\u{301}x"]) func endsAtABackslashInABrowser(_ text: String) {
        let address = SplitAddress(text, isOfBrowser: true)
        #expect(bytes(address.place) == [0x68])
        #expect(bytes(address.path) == Array(text.utf8.dropFirst()))
    }
}
