import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import keychainctl

@Suite struct FieldTextTests {
    private static func fields(comment: String = "first\n\n  third") -> [ItemField] {
        let item = ListedItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string("api"), .label: .string("API: token"),
                .comment: .string(comment),
            ]
        )
        return ItemField.all(of: item)
    }

    private static func changes(_ edit: (String) -> String) throws -> ItemAttributes {
        let text = FieldText(fields())
        return ItemField.changes(try text.reading(edit(text.text)))
    }

    @Test func showsEachAttribute() {
        let lines = FieldText(Self.fields()).text.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(
            lines.dropFirst() == [
                "label: API: token", "account: ", "service: api", "description: ",
                "comment: first", "  ", "    third", "",
            ]
        )
    }

    static let edits: [(String, String, ItemAttributes)] = [
        ("api", "deploy", [.service: .string("deploy")]),
        ("account: ", "account:  ann", [.account: .string("ann")]),
        ("account: ", "account:ann", [.account: .string("ann")]),
        ("API: token", "", [.label: .string("")]),
        ("first", "1st", [.comment: .string("1st\n\n  third")]),
        // The changes that some editors make: an empty line loses its spaces, lines at the end are
        // added.
        ("\n  \n", "\n\n", [:]), ("third\n", "third\n\n\n", [:]),
        ("description: \n", "", [:]), ("# Lines", "# Other", [:]),
    ]

    @Test(arguments: edits)
    func reads(_ old: String, _ new: String, _ expected: ItemAttributes) throws {
        #expect(try Self.changes { $0.replacing(old, with: new) } == expected)
    }

    @Test(arguments: [0x0D, 0x09, 0x00, 0x1B, 0x2028] as [UInt32])
    func leavesWhatEditorsCannotShow(_ scalar: UInt32) throws {
        let character = try #require(Unicode.Scalar(scalar))
        let text = FieldText(Self.fields(comment: "a\(character)\n\(character)"))
        #expect(try ItemField.changes(text.reading(text.text)).isEmpty)
    }

    @Test(arguments: ["nonsense\n", "password: x\n", " label: x\n"])
    func refuses(_ line: String) throws {
        let failure = #expect(throws: Failure.self) { try Self.changes { line + $0 } }
        #expect(failure?.problem == "line 1 of the text names no attribute that can be edited")
    }
}
