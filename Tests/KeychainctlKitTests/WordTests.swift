import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Tables, and the words for attributes.
@Suite struct WordTests {
    @Test(arguments: [
        (80, ["A   BB", "1   22222222", "日  3"]), (8, ["A   BB", "1   222…", "日  3"]),
    ])
    func fitsTables(_ width: Int, _ lines: [String]) {
        let table = Table(header: ["A", "BB"], rows: [["1", "22222222"], ["日", "3"]])
        #expect(table.lines(width: width) == lines)
    }

    /// The largest number of columns that any terminal takes for the text.
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}\u{301}", 1), ("漢字", 4), ("한글", 4), ("ﾊﾝｶｸ", 4), ("✅⌚", 4),
        ("🇩🇪", 2), ("👍🏽", 4), ("שלום", 4), ("…", 1), ("", 0),
    ])
    func countsColumns(_ text: String, _ columns: Int) {
        #expect(Table.width(text) == columns)
        #expect(Table.width(Table.fit(text, 3)) == 3)
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
