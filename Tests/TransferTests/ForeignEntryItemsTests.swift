import ForeignFormats
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import Transfer

/// The items that entries become.
@Suite struct ForeignEntryItemsTests {
    private static func secret(_ text: String) -> SecretBytes { SecretBytes(utf8: text) }

    @Test func keepsEverySecret() throws {
        var entry = ForeignEntry(title: "A")
        entry.address = "https://a.example:8443/x"
        entry.account = "me"
        entry.password = Self.secret("pw")
        entry.addSecret("PIN", Self.secret("12"))
        entry.addSecret("PIN", Self.secret("34"))
        entry.addSecret("empty", Self.secret(""))
        entry.addDetail("URL", "https://b.example")
        entry.setFolder("Work")
        entry.addTag("shared, and more")
        entry.addTag("shared and more")
        let items = entry.items
        #expect(items.map(\.itemClass) == [.internetPassword, .genericPassword, .genericPassword])
        let filing = "Folder: Work\nTags: shared and more"
        #expect(items[0].attributes[.comment] == .string("URL: https://b.example\n" + filing))
        #expect(items[1].attributes[.comment] == .string(filing))
        #expect(items[1].attributes[.service] == .string("a.example:8443/x: PIN"))
        #expect(items[2].attributes[.service] == .string("a.example:8443/x: PIN 2"))
        #expect(items.map { SecretText.copy($0.secret) } == ["pw", "12", "34"])
        #expect(items.allSatisfy { $0.attributes[.account] == .string("me") })
    }

    @Test func keepsNotesAlone() throws {
        var entry = ForeignEntry(title: "Safe")
        entry.notes = Self.secret("left 3")
        let item = try #require(entry.items.first)
        #expect(item.attributes[.service] == .string("Safe"))
        #expect(item.attributes[.description] == .string("secure note"))
        #expect(item.attributes[.comment] == nil)
        #expect(SecretText.copy(item.secret) == "left 3")
    }

    /// A file contains a title once, but each of its fields repeats it.
    @Test func limitsWhatItemsRepeat() throws {
        func store(_ fields: Int) throws -> ForeignStore {
            var entry = ForeignEntry(title: String(repeating: "t", count: 1 << 20))
            for number in 0..<fields { entry.addSecret("\(number)", Self.secret("s")) }
            var store = ForeignStore()
            try store.append(entry)
            return store
        }
        #expect(try ImportContent(store(9)).items.count == 9)
        #expect(throws: FormatProblem.self) { try ImportContent(store(200)) }
    }

    /// A square of 4,000 searches would take minutes.
    @Test func numbersManyItemsOfOnePlace() {
        let items = (0..<4000).map { number in
            NewItem(
                itemClass: .genericPassword,
                attributes: [.service: .string("a")],
                secret: Self.secret("\(number % 3000)")
            )
        }
        var names = DistinctItems(nil)
        let distinct = items.compactMap { names.next($0) }
        #expect(distinct.count == 3000)
        #expect(distinct.first?.attributes[.service] == .string("a"))
        #expect(distinct.last?.attributes[.service] == .string("a (3000)"))
    }

    /// A note, a card or an identity has no secret, and two logins of a site can share one.
    @Test func keepsEachItemThatSaysSomethingElse() {
        let items = [("first", "1"), ("second", "1"), ("first", "1"), ("first", "2")].map {
            comment,
            secret in
            NewItem(
                itemClass: .genericPassword,
                attributes: [.service: .string("a"), .comment: .string(comment)],
                secret: Self.secret(secret)
            )
        }
        var names = DistinctItems(nil)
        let distinct = items.compactMap { names.next($0) }
        #expect(
            distinct.map { $0.attributes[.comment] }
                == ["first", "second", "first"].map { .string($0) }
        )
        #expect(
            distinct.map { $0.attributes[.service] } == ["a", "a (2)", "a (3)"].map { .string($0) }
        )
        #expect(names.repetitionCount == 1)
    }

    /// Equal strings of Swift can be two names, and are two in a keychain.
    @Test func keepsOtherUnicodeForms() {
        let items = ["caf\u{e9}", "cafe\u{301}", "caf\u{e9}"].map { service in
            NewItem(
                itemClass: .genericPassword,
                attributes: [.service: .string(service)],
                secret: Self.secret("1")
            )
        }
        var names = DistinctItems(nil)
        let distinct = items.compactMap { names.next($0) }
        let expected = ["caf\u{e9}", "cafe\u{301}"].map { AttributeValue.string($0) }
        #expect(distinct.map { $0.attributes[.service] } == expected)
        #expect(names.repetitionCount == 1)
    }

    /// An item whose name another one got as a number is another item, although it has the same secret.
    @Test func keepsWhatWantsAGivenName() {
        let items = [("a", "1"), ("a", "2"), ("a (2)", "2"), ("a (2)", "2"), ("a", "1")].map {
            service,
            secret in
            NewItem(
                itemClass: .genericPassword,
                attributes: [.service: .string(service)],
                secret: Self.secret(secret)
            )
        }
        var names = DistinctItems(nil)
        let distinct = items.compactMap { names.next($0) }
        #expect(
            distinct.map { $0.attributes[.service] }
                == ["a", "a (2)", "a (2) (2)"].map { .string($0) }
        )
    }

    /// The group of a file's item is its own, and of others that of the caller; each has its names.
    @Test func groupsHaveNamesOfTheirOwn() {
        let items = ["other", nil, "mine", "other"].map { group in
            var attributes: ItemAttributes = [.service: .string("a")]
            attributes[.accessGroup] = group.map { .string($0) }
            return NewItem(
                itemClass: .genericPassword,
                attributes: attributes,
                secret: Self.secret("1")
            )
        }
        var names = DistinctItems(.string("mine"))
        let distinct = items.compactMap { names.next($0) }
        #expect(distinct.map(\.statesGroup) == [true, false])
        #expect(
            distinct.map { $0.attributes[.accessGroup] } == [.string("other"), .string("mine")]
        )
    }

    @Test func keepsAPasswordInAnAddressOutOfAttributes() {
        var entry = ForeignEntry()
        entry.address = "https://me:pw@a.example/"
        entry.account = "me"
        let items = entry.items
        #expect(!items.contains { "\($0.attributes)".contains("pw@") })
        #expect(items.contains { SecretText.copy($0.secret) == "https://me:pw@a.example/" })
    }
}
