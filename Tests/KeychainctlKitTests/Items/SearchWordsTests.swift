import PortableKeychain
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
}
