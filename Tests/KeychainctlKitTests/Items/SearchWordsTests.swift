import Foundation
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

    private static let attributes: [ItemAttributes] = [
        [.service: .string("GitHub.com"), .account: .string("Ann"), .accessGroup: .string("app")],
        [
            .server: .string("example.org"), .networkProtocol: .string("htps"),
            .port: .number(8443),
            .path: .string("a/b"), .account: .string("bob"), .synchronizable: .number(1),
            .creationDate: .date(Date(timeIntervalSinceReferenceDate: 0)),
        ],
        [.server: .string("::1"), .path: .string("?q"), .label: .string("Cafe\u{301} K")],
        [.account: .string("\u{212A}elvin"), .comment: .string("Folder: Work\nline two")],
        [.generic: .data(Data([0, 1])), .isInvisible: .number(1), .creator: .number(0x6162_6364)],
        [.accessible: .string("ak"), .type: .number(7), .service: .string("two words")],
    ]

    /// Words are found in the attributes as they are stored where they are in the texts of all lists.
    @Test(arguments: [
        "github", "GITHUB.COM", "ann", "com/ann", "com ann", "generic", "gener", "internet", "app",
        "example", "https", "https://example", "org:8443", ":8443/a", "8443", "a/b/bob", "org?",
        "bob",
        "yes", "no", "2001", "2001-01", "t00:00", "1?", "[::1]", "]/?q", "?q", "cafe", "caf\u{E9}",
        "café k",
        "kelvin", "\u{212A}elvin", "folder:", "work", "line", "two", "0x0001", "abcd", "unlocked",
        "7",
        "two words", "words two", "sync", "zzz", "", "e", "\u{1}",
    ])
    func findsWhatTextsHave(_ words: String) {
        let search = SearchWords(words)
        let classes: [ItemClass] = [.genericPassword, .internetPassword]
        for (itemClass, attributes) in classes.flatMap({ c in Self.attributes.map { (c, $0) } }) {
            let item = ListedItem(itemClass: itemClass, attributes: attributes)
            #expect(search.match(item) == search.matchesTexts(of: item), "\(words) \(attributes)")
        }
    }

    @Test func endsWhenNobodyWaits() {
        #expect(SearchIndex(Self.items).find(SearchWords("git")) { false } == nil)
    }
}
