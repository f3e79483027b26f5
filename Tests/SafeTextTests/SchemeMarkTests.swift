import SafeText
import Testing

/// The end of the scheme of an address.
@Suite struct SchemeMarkTests {
    /// Each row is a text, and the number of bytes before and up to the end of the mark.
    @Test(arguments: [
        ("https://a.example", 5, 8), ("a:b://c", 3, 6), ("a://b://c", 1, 4), ("://", 0, 3),
        ("a:://b", 2, 5), ("a://\u{301}b", 1, 4), ("\u{e9}://b", 2, 5),
    ])
    func isFound(_ text: String, _ start: Int, _ end: Int) throws {
        let mark = try #require(text.schemeMark)
        #expect(text.utf8.distance(from: text.startIndex, to: mark.lowerBound) == start)
        #expect(text.utf8.distance(from: text.startIndex, to: mark.upperBound) == end)
        // Of a part of a text, too.
        let part = "://\(text)".dropFirst(3)
        #expect(part.schemeMark.map { part[$0.upperBound...] } == text[mark.upperBound...])
    }

    @Test(arguments: ["", ":", "a:", "a:/", "a:/b", "a.example", "a:b:/c", "/:/"])
    func isMissing(_ text: String) { #expect(text.schemeMark == nil) }
}
