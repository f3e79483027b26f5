@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The texts of items in lists.
@Suite struct ListedItemTests {
    private static let passwords: [(ItemClass, ItemAttributes, fields: [String])] = [
        (
            .genericPassword,
            [.service: .string("api"), .account: .string("ann"), .label: .string("The API")],
            ["generic", "api", "ann", "The API", "keychainctl"]
        ),
        (
            .genericPassword, [.service: .string("tab\t"), .synchronizable: .number(1)],
            ["generic", "tab\t", "", "", "keychainctl", "synchronized"]
        ),
        (
            .internetPassword,
            [
                .server: .string("example.com"), .networkProtocol: .string("htps"),
                .port: .number(8443), .path: .string("a?b"), .account: .string("ann"),
                .comment: .string("Folder: Work"), .synchronizable: .number(1),
            ],
            ["internet", "https://example.com:8443/a?b", "ann", "", "keychainctl", "synchronized"]
        ),
        (
            .internetPassword,
            [
                .server: .string("::1"), .networkProtocol: .string("wxyz"), .label: .string("é"),
                .securityDomain: .string("realm"),
            ],
            ["internet", "wxyz://[::1]", "", "é", "keychainctl"]
        ),
        (
            .internetPassword, [.server: .string("bare"), .networkProtocol: .number(0)],
            ["internet", "bare", "", "", "keychainctl"]
        ),
    ]

    /// Rows are the same for items of a keychain, whose attributes are decoded late, and for others.
    @Test func areTheSameDecodedEarlyAndLate() throws {
        let keychain = try Keychain.inMemory(.init(applicationIdentifier: "keychainctl"))
        for (itemClass, attributes, _) in Self.passwords {
            let addition = ItemRequest(.add, itemClass: itemClass, attributes: attributes)
            _ = try Items(keychain: keychain).perform(addition)
        }
        let late = try ListedItem.all(in: keychain)
        #expect(late.map(\.fields) == Self.passwords.map(\.fields))
        for item in late {
            #expect(item.attributes.encoded != nil)
            let all = item.attributes.encoded?.all ?? [:]
            let early = ListedItem(itemClass: item.itemClass, attributes: all)
            #expect(early.fields == item.fields)
            #expect(early.row == item.row)
            #expect(early.cells == item.cells)
            #expect(item.row == Array(item.fields.prefix(5)))
            let isFiled = item.text(.comment) == "Folder: Work"
            let mark = item.isSynchronized ? "synchronized" : ""
            #expect(item.cells == item.row + [mark, isFiled ? "Work" : ""])
        }
    }

    /// Items that a list cannot have without a question are counted.
    @Test func countsWhatRequiresAuthentication() throws {
        let keychain = try Keychain.inMemory(.init(applicationIdentifier: "keychainctl"))
        try keychain.add("x", for: GenericPassword(service: "free"))
        #expect(try ListedItem.found(in: keychain, visibility: .visible).guarded == 0)
        for service in ["a", "b"] {
            var item = GenericPassword(service: service)
            item.accessControl = .userPresence()
            try keychain.add("x", for: item)
        }
        let found = try ListedItem.found(in: keychain, visibility: .visible)
        #expect(found.guarded == 2)
        #expect(found.items.map { $0.attributes[.service] } == [.string("free")])
    }

    /// Every name of a protocol stands for one, which has this name.
    @Test(arguments: ["ftp", "http", "https", "ssh", "smb", "imaps", "pop3s", "ftp-account"])
    func namesProtocols(_ name: String) throws {
        #expect(try #require(NetworkProtocol(name: name)).name == name)
        #expect(NetworkProtocol(rawValue: name + "?").name == name + "?")
    }
}
