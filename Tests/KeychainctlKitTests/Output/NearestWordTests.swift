import Testing

@testable import KeychainctlKit

@Suite struct NearestWordTests {
    @Test(arguments: [
        ("sett", "set"), ("gte", "get"), ("lsit", "list"), ("serach", "search"), ("stat", "status"),
        ("set", nil), ("xyzzy", nil), ("", nil), ("passc", "passcode"), ("q", nil),
    ])
    func finds(_ word: String, _ expected: String?) {
        let words = ["get", "set", "list", "search", "status", "passcode"]
        #expect(NearestWord.of(word, among: words) == expected)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "bc", 1),
        ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
    func measures(_ word: String, _ other: String, _ distance: Int) {
        #expect(NearestWord.distance(word, other) == distance)
        #expect(NearestWord.distance(other, word) == distance)
    }
}
