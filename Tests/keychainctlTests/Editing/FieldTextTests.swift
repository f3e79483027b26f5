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

    /// An editor of Windows ends each line with two characters, which are one for Swift.
    @Test(arguments: edits)
    func readsTheLinesOfWindows(
        _ old: String,
        _ new: String,
        _ expected: ItemAttributes
    ) throws {
        let found = try Self.changes {
            $0.replacing(old, with: new).replacing("\n", with: "\r\n")
        }
        #expect(found == expected)
    }

    /// Text in another Unicode form is another one for the keychain, and the same one for Swift.
    @Test func savesAnotherUnicodeForm() throws {
        let text = FieldText(Self.fields(comment: "caf\u{e9}"))
        let edited = text.text.replacing("caf\u{e9}", with: "cafe\u{301}")
        let changes = try ItemField.changes(text.reading(edited))
        #expect(changes == [.comment: .string("cafe\u{301}")])
    }

    /// Notes that came from Windows keep their ends of lines, whatever the editor does with them.
    @Test(arguments: ["a\r\nb", "a\r\n\r\nb", "\u{301}\n\u{301}b"])
    func leavesOtherEndsOfLines(_ comment: String) throws {
        let text = FieldText(Self.fields(comment: comment))
        #expect(try ItemField.changes(text.reading(text.text)).isEmpty)
        let lines = text.text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        #expect(try ItemField.changes(text.reading(lines)).isEmpty)
        let edited = text.text.replacing("b\n", with: "c\n")
        let changes = try ItemField.changes(text.reading(edited))
        #expect(changes == [.comment: .string(comment.replacing("b", with: "c"))])
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
