@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Folders, tags and addresses in comments.
@Suite struct ItemFilingTests {
    static let comments: [(String, String, [String], [String])] = [
        ("", "", [], []), ("a note", "", [], []), ("Folder: Work", "Work", [], []),
        ("a note\n\nShop: 7\nFolder: Work/Deep\nTags: a, b c", "Work/Deep", ["a", "b c"], []),
        // A note comes first, so it does not decide.
        ("Folder: of mine\nFolder: Work", "Work", [], []),
        ("Tags: a\r\nTags: b,a,", "", ["a", "b"], []),
        ("URL: https://b.example\nURL: c.example/x", "", [], ["https://b.example", "c.example/x"]),
        ("Folder:Work\nfolder: x\n Folder: y\nFolder: ", "", [], []),
        ("Folder: /a//b/", "a/b", [], []),
    ]

    @Test(arguments: comments)
    func reads(_ comment: String, _ folder: String, _ tags: [String], _ addresses: [String]) {
        let filing = ItemFiling(comment: comment)
        #expect(filing.folder == folder)
        #expect(filing.tags == tags)
        #expect(filing.addresses == addresses)
        let again = ItemFiling(comment: filing.lines.joined(separator: "\n"))
        #expect(again.folder == folder && again.tags == tags)
    }

    static let questions: [(String?, [String], Bool)] = [
        (nil, [], true), ("Work", [], true), ("work", [], true), ("Work/Servers", [], true),
        ("Work/", [], true), ("Wor", [], false), ("Work/Servers/Old", [], false),
        ("Home", [], false),
        (nil, ["ADMIN"], true), (nil, ["admin", "shared"], true), (nil, ["admin", "x"], false),
        ("Work", ["adm"], false), ("", [], true),
    ]

    @Test(arguments: questions)
    func selects(_ folder: String?, _ tags: [String], _ isIn: Bool) {
        let filing = ItemFiling(folder: "Work/Servers", tags: ["admin", "shared"])
        #expect(filing.isIn(folder: folder, tags: tags) == isIn)
    }

    /// The typed text, and the ways in which an address of the item agrees.
    static let places: [(String, [ItemAddress.Agreement])] = [
        ("https://b.example", [.exact, .stated, .lenient]), ("b.example", [.stated, .lenient]),
        ("https://b.example/login", [.lenient]), ("http://b.example", []),
        ("ann@b.example", [.stated, .lenient]), ("bob@b.example", []),
        ("a.example/login", [.exact, .stated, .lenient]),
        ("https://A.example/login", [.lenient]), ("a.example", [.stated, .lenient]),
        ("a.example/other", []), ("example", []),
    ]

    @Test(arguments: places)
    func comparesAddresses(_ typed: String, _ ways: [ItemAddress.Agreement]) throws {
        let item = ListedItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string("a.example/login: one-time password"), .account: .string("ann"),
                .comment: .string("URL: https://b.example"),
            ]
        )
        let address = try #require(ItemAddress(ItemName.Reading(place: typed)))
        let endings = [": one-time password"]
        let fitting = ItemAddress.Agreement.allCases.filter { way in
            address.fitsMore(item, omitting: endings, way)
        }
        #expect(fitting == ways)
    }
}
