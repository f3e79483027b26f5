@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct SearchWordsTests {
    private static func item(_ service: String, _ account: String) -> ListedItem {
        ListedItem(
            itemClass: .genericPassword,
            attributes: [.service: .string(service), .account: .string(account)]
        )
    }

    private static let items = [
        item("github.com", "ann"), item("gitlab.example", "ann"), item("bank", "bob"),
        item("github.com", "bob"),
    ]

    @Test(arguments: [
        ("", [0, 1, 2, 3]), ("git", [0, 1, 3]), ("ann git", [0, 1]), ("BOB github", [3]),
        // Only if nothing contains the words.
        ("gthb", [0, 3]), ("bob gthb", [3]), ("gihtub", [0, 3]), ("gitlba", [1]), ("bnk", [2]),
        ("bakn", [2]), ("gi", [0, 1, 3]), ("zz", []), ("xyzzy", []), ("hubgit", []),
        ("gthb nobody", []),
    ])
    func finds(_ words: String, _ expected: [Int]) {
        #expect(SearchWords(words).find(in: Self.items) == expected.map { Self.items[$0] })
    }

    private static let letters = [
        item("Cafe\u{301}", "Ångström"), item("한글", "ann"), item("ﬁn", "zero\u{0}one"),
        item("漢字", "Ünal"),
    ]

    /// Letters outside ASCII, also those that can be spelled in two ways.
    @Test(arguments: [
        ("café", [0]), ("cafe\u{301}", [0]), ("ångs", [0]), ("A\u{30A}ngs", [0]),
        ("한", [1]), ("\u{1112}\u{1161}\u{11AB}글", [1]), ("漢", [3]), ("ÜNAL", [3]), ("字 ünal", [3]),
        ("one", [2]), ("zero", [2]), ("ünla", [3]), ("angström", [0]), ("ångstörm", [0]),
    ])
    func findsOtherLetters(_ words: String, _ expected: [Int]) {
        #expect(SearchWords(words).find(in: Self.letters) == expected.map { Self.letters[$0] })
    }

    /// Words across the ends of attributes or items are not found.
    @Test(arguments: ["comann", "exampleann", "bobbank"]) func findsNothingBetween(_ words: String)
    {
        #expect(!Self.items.contains { SearchWords(words).match($0) })
        #expect(SearchIndex(Self.items).find(SearchWords(words))?.items.isEmpty == true)
    }

    @Test func endsWhenNobodyWaits() {
        #expect(SearchIndex(Self.items).find(SearchWords("git")) { false } == nil)
    }
}
