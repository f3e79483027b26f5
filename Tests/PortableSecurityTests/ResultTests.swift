import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import ItemDictionaries
@testable import PortableSecurity

/// The objects that a search returns (item-semantics.md §2.4).
@Suite struct ResultTests {
    static let item = ItemAnswer.Item(
        itemClass: .genericPassword,
        attributes: [
            .account: .string("ann"), .generic: .data(Data([1])), .creator: .number(7),
            .creationDate: .date(Date(timeIntervalSinceReferenceDate: 2)),
            .accessControl: .accessControl(AccessControl(.always)),
        ],
        secret: SecretBytes(text: "s3cret"),
        persistentReference: [1, 2, 3]
    )
    static let bare = ItemAnswer.Item(itemClass: .genericPassword)

    /// Flags, and the keys of the dictionary that they ask for.
    static let dictionaries: [(ReturnOptions, Set<String>)] = [
        (.attributes, ["acct", "gena", "crtr", "cdat", "accc"]),
        ([.data, .attributes], ["acct", "gena", "crtr", "cdat", "accc", "v_Data"]),
        ([.data, .persistentReference], ["v_Data", "v_PersistentRef"]),
        ([.data, .reference], ["v_Data", "class"]),
        ([.attributes, .reference], ["acct", "gena", "crtr", "cdat", "accc", "class"]),
        ([.persistentReference, .reference], ["v_PersistentRef", "class"]),
    ]

    private func object(
        _ container: ItemAnswer.Container,
        _ items: [ItemAnswer.Item],
        _ wanted: ReturnOptions
    ) -> CFTypeRef? {
        let answer = ItemAnswer(container: container, items: items, count: items.count)
        let request = ItemRequest(.copyMatching, returning: wanted)
        return ItemResult(answer, to: request, objects: .security).object
    }

    @Test(arguments: dictionaries)
    func givesExactlyWhatWasAsked(wanted: ReturnOptions, keys: Set<String>) throws {
        let single = try #require(object(.single, [Self.item], wanted) as? [String: Any])
        #expect(Set(single.keys) == keys)
        let list = try #require(object(.list, [Self.item], wanted) as? [[String: Any]])
        #expect(list.map { Set($0.keys) } == [keys])
    }

    @Test func givesOneFlagBare() {
        #expect(object(.single, [Self.item], .data) as? Data == Data("s3cret".utf8))
        #expect(object(.single, [Self.item], .persistentReference) as? Data == Data([1, 2, 3]))
        #expect(object(.single, [Self.item], .reference) == nil)
        #expect(object(.single, [Self.item], []) == nil)
        #expect(object(.none, [], .data) == nil)
    }

    @Test func leavesOutWhatIsNotThere() {
        #expect(object(.single, [Self.bare], .data) == nil)
        #expect((object(.list, [Self.bare, Self.item], .data) as? [Data])?.count == 1)
        #expect((object(.list, [Self.item], .reference) as? [Any])?.isEmpty == true)
        let both = object(.single, [Self.bare], [.data, .persistentReference])
        #expect((both as? [String: Any])?.isEmpty == true)
    }

    @Test func bridgesValues() throws {
        let found = try #require(object(.single, [Self.item], [.attributes, .data]) as CFTypeRef?)
        let byString = try #require(found as? [String: Any])
        #expect(byString[kSecAttrAccount as String] as? String == "ann")
        #expect(byString[kSecAttrGeneric as String] as? Data == Data([1]))
        #expect(byString[kSecAttrCreator as String] as? Int == 7)
        #expect(byString[kSecAttrCreationDate as String] as? Date != nil)
        #expect(byString[kSecAttrAccessControl as String] is SecAccessControl)
        // Existing wrappers look values up by the constant itself.
        let byHash = try #require(found as? [AnyHashable: Any])
        #expect(byHash[kSecAttrAccount] as? String == "ann")
        let byConstant = try #require(found as? [CFString: Any])
        #expect(byConstant[kSecAttrAccount] as? String == "ann")
        #expect((found as? NSDictionary)?[kSecAttrAccount] as? String == "ann")
    }

    @Test func clearsTheResultOfAFailure() throws {
        try isolated { _ in
            let found = search(["class": "genp", "r_Data": true])
            #expect(found.status == errSecItemNotFound)
            #expect(found.result == nil)
            #expect(search(["class": 1]).result == nil)
        }
    }

    @Test func givesEmptyDataForAnAdditionWithout() throws {
        try isolated { _ in
            let item: [String: Any] = ["class": "genp", "r_Data": true]
            var result: CFTypeRef?
            #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data())
            #expect(search(item).status == errSecSuccess)
            #expect(search(item).result == nil)
        }
    }

    @Test func acceptsAMissingResultPointer() throws {
        try isolated { _ in
            let item: [String: Any] = ["class": "genp", "v_Data": Data(), "r_Data": true]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let query: [String: Any] = ["class": "genp", "r_Data": true]
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
        }
    }
}
