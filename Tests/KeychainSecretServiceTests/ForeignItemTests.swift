import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainSecretService

@Suite struct ForeignItemTests {
    @Test func itemsOfAnotherProviderAreTakenOnce() throws {
        let bus = try FakeBus()
        let session = try bus.open()
        try bus.store("present", ["user": "ann"], session: session)
        let items = ["present", "twin", "twin"].map {
            ForeignItem(
                label: "a label",
                attributes: ["user": "ann"],
                secret: SecretBytes(utf8: $0),
                contentType: "text/plain"
            )
        }
        #expect(try bus.service.take(items).new == 2, "one is there, and two are equal")
        #expect(try bus.service.take(items).new == 0)
        let found = try bus.search(["user": "ann"]).unlocked
        let secrets = try found.map { try bus.read($0, session: session) ?? "" }
        #expect(secrets.sorted() == ["present", "twin", "twin"])
    }

    /// Two schemas, and whether items that differ in them alone are the same: gnome-keyring adds the schema of items of no
    /// special kind when it reads its keyring the next time.
    private static let schemas: [([String: String], [String: String], Bool)] = [
        ([:], ["xdg:schema": "org.freedesktop.Secret.Generic"], true),
        (["xdg:schema": "org.freedesktop.Secret.Generic"], [:], true),
        (["xdg:schema": "org.gnome.keyring.Note"], [:], false),
        ([:], ["xdg:schema": "org.gnome.keyring.Note"], false),
    ]

    private static func attributes(_ schema: [String: String]) -> SearchAttributes {
        SearchAttributes([(key: "user", value: "ann")] + schema.map { ($0.key, $0.value) })
    }

    /// The general schema does not make another item of one without it.
    @Test(arguments: schemas)
    func theGeneralSchemaMakesNoOtherItem(
        _ here: [String: String],
        _ there: [String: String],
        _ areSame: Bool
    ) throws {
        let new = areSame ? 0 : 1
        let bus = try FakeBus()
        let items = [here, there].map { schema in
            ForeignItem(
                label: "a label",
                attributes: Self.attributes(schema),
                secret: SecretBytes(utf8: "one"),
                contentType: "text/plain"
            )
        }
        #expect(try bus.service.take([items[0]]).new == 1)
        #expect(try bus.service.take([items[1]]).new == new)
        let handover = Handover(of: [items[0]], to: [items[1]])
        // Programs that search for fewer attributes find it.
        #expect(handover.missing.count == (here.isEmpty ? 0 : new) && handover.changed.isEmpty)
    }

    /// A program that stores the secret of an imported item again replaces it, as in gnome-keyring.
    @Test(arguments: schemas)
    func theGeneralSchemaIsReplaced(
        _ imported: [String: String],
        _ stored: [String: String],
        _ areSame: Bool
    ) throws {
        let bus = try FakeBus()
        let item = ForeignItem(
            label: "a label",
            attributes: Self.attributes(imported),
            secret: SecretBytes(utf8: "one"),
            contentType: "text/plain"
        )
        #expect(try bus.service.take([item]).new == 1)
        let session = try bus.open()
        let path = try bus.store("two", Self.attributes(stored), session: session)
        #expect(try bus.search(["user": "ann"]).unlocked.count == (areSame ? 1 : 2))
        #expect(try bus.read(path, session: session) == "two")
    }

    /// Attributes alone do not make two items one: the other secret would be lost.
    @Test func anItemWithAnotherSecretIsTaken() throws {
        let bus = try FakeBus()
        let session = try bus.open()
        try bus.store("present", ["user": "ann"], session: session)
        let other = ForeignItem(
            label: "a label",
            attributes: ["user": "ann"],
            secret: SecretBytes(utf8: "other"),
            contentType: "text/plain"
        )
        #expect(try bus.service.take([other]).new == 1)
        #expect(try bus.search(["user": "ann"]).unlocked.count == 2)
    }

    /// An item of another provider, changed so many seconds after it was made; 0 if that is not known.
    private static func item(
        _ secret: String,
        changedAfter seconds: UInt64,
        label: String = "a label",
        attributes: SearchAttributes = ["user": "ann"]
    ) -> ForeignItem {
        ForeignItem(
            label: label,
            attributes: attributes,
            secret: SecretBytes(utf8: secret),
            contentType: "text/plain",
            created: 1_000_000_000,
            modified: seconds > 0 ? 1_000_000_000 + seconds : 0
        )
    }

    /// The ages of the items here and of the one there, the secrets that programs find then, and the result.
    ///
    /// `secret-tool lookup` shows the first of several: it was the older one for ever.
    @Test(
        arguments: [
            ([5], 6, ["there"], SecretService.Taken(replaced: ["a label"])),
            ([6], 5, ["here"], SecretService.Taken(older: ["a label"])),
            ([5], 5, ["here", "there"], SecretService.Taken(new: 1)),
            ([5], 0, ["here", "there"], SecretService.Taken(new: 1)),
            // Which one is meant is not known.
            ([4, 5], 6, ["here", "here", "there"], SecretService.Taken(new: 1)),
        ] as [([UInt64], UInt64, [String], SecretService.Taken)]
    )
    func theNewerSecretCounts(
        _ here: [UInt64],
        _ there: UInt64,
        _ secrets: [String],
        _ taken: SecretService.Taken
    ) throws {
        let bus = try FakeBus()
        let session = try bus.open()
        let own = here.map { Self.item("here", changedAfter: $0) }
        #expect(try bus.service.take(own).new == here.count)
        let other = Self.item("there", changedAfter: there)
        #expect(try bus.service.take([other]) == taken)
        let found = try bus.search(["user": "ann"]).unlocked
        #expect(try found.map { try bus.read($0, session: session) } == secrets)
        let again = try bus.service.take([other])
        #expect(again.new == 0 && again.replaced == [], "the next run has nothing to do")
    }

    /// An earlier secret beside the newer one, as after an import that was interrupted.
    @Test func anEarlierSecretBesideItIsTaken() throws {
        let bus = try FakeBus()
        let items = [1, 2].map { Self.item("\($0)", changedAfter: $0) }
        #expect(try bus.service.take([items[1]]).new == 1)
        #expect(try bus.service.take(items) == SecretService.Taken(new: 1))
    }

    @Test func aNewerOneWithAnotherLabelIsAnother() throws {
        let bus = try FakeBus()
        #expect(try bus.service.take([Self.item("here", changedAfter: 1)]).new == 1)
        let other = Self.item("there", changedAfter: 9, label: "another label")
        #expect(try bus.service.take([other]) == SecretService.Taken(new: 1))
    }

    /// A disk has damaged one secret: the others are read, and a good copy takes its place.
    @Test func aDamagedSecretKeepsNoOther() throws {
        let bus = try FakeBus()
        let session = try bus.open()
        let faults = KeychainFaults()
        try bus.shelf.put(faults)
        let lost = try bus.store("lost", ["user": "ann"], label: "lost", session: session)
        try bus.store("sound", ["user": "bob"], session: session)
        faults.damage(lost)
        #expect(throws: BusFailure.self) { try bus.read(lost, session: session) }
        let stored = try bus.service.storedItems()
        #expect(stored.items.map { $0.secret.string() } == ["sound"])
        #expect(stored.unreadable == ["lost"])
        let copy = Self.item("good", changedAfter: 1)
        #expect(try bus.service.take([copy]) == SecretService.Taken(replaced: ["a label"]))
        #expect(try bus.read(lost, session: session) == "good")
        #expect(try bus.search(["user": "ann"]).unlocked == [lost])
        #expect(try bus.service.storedItems().unreadable == [])
        #expect(try bus.service.take([copy]) == SecretService.Taken())
    }

    /// Notes have no attributes, so only the label says which one is damaged.
    @Test(arguments: [("lost", 0), ("another note", 1)])
    func aDamagedNoteIsReplacedByItsOwn(_ label: String, _ new: Int) throws {
        let bus = try FakeBus()
        let session = try bus.open()
        let faults = KeychainFaults()
        try bus.shelf.put(faults)
        faults.damage(try bus.store("lost", [:], label: "lost", session: session))
        let note = Self.item("good", changedAfter: 1, label: label, attributes: [:])
        #expect(try bus.service.take([note]).new == new)
        #expect(try bus.service.storedItems().unreadable == (new == 0 ? [] : ["lost"]))
    }

    /// The item behind a link is its owner's: one of the other provider is stored beside it.
    @Test func anExposedItemIsNotReplaced() throws {
        let bus = try FakeBus()
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        let own = GenericPassword(service: "api", account: "ci", accessGroup: "keychainctl")
        try all.add(SecretBytes(utf8: "here"), for: own)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: own.attributes,
            returning: .persistentReference
        )
        let found = try all.perform(search).items.first?.persistentReference
        let exposed = try ExposedItems(bus.shelf.keychain())
        let reference = try #require(found)
        #expect(try exposed.add(reference, label: "a label", attributes: ["user": "ann"]))
        let other = Self.item("there", changedAfter: 2_000_000_000)
        #expect(try bus.service.take([other]) == SecretService.Taken(new: 1))
        #expect(try all.secret(for: own)?.string() == "here")
    }

    @Test func aLockedKeychainTakesNone() throws {
        let bus = try FakeBus()
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        let error = #expect(throws: KeychainError.self) { try bus.service.take([]) }
        #expect(error?.code == .locked)
    }

    @Test func answersOfTheProviderAreRead() throws {
        let properties: [BusValue] = [
            .list(
                of: "{sv}",
                [
                    .entry(.text("Label"), .variant(.text("a label"))),
                    .entry(.text("Attributes"), .variant(.dictionary(["user": "ann"]))),
                    .entry(.text("Created"), .variant(.number(1))),
                ]
            )
        ]
        let item = ForeignItem(properties: properties, secret: [.secret("s3cret", "/s")])
        #expect(item?.label == "a label")
        #expect(item?.attributes == ["user": "ann"])
        #expect(item?.secret.string() == "s3cret")
        #expect(ForeignItem(properties: [], secret: [.secret("s3cret", "/s")]) == nil)
        #expect(ForeignItem(properties: properties, secret: [.text("s3cret")]) == nil)
    }

    /// Items keep their dates; one from the future was made now, and no change comes before the making.
    @Test(
        arguments: [
            (made: (1_000_000_000, 1_100_000_000), kept: (1_000_000_000, 1_100_000_000)),
            (made: (1_000_000_000, 0), kept: (1_000_000_000, 1_000_000_000)),
            (made: (1_000_000_000, UInt64.max), kept: (1_000_000_000, nil)),
            (made: (UInt64.max, UInt64.max), kept: (nil, nil)), (made: (0, 5), kept: (nil, nil)),
        ] as [(made: (UInt64, UInt64), kept: (UInt64?, UInt64?))]
    )
    func datesAreKept(_ made: (UInt64, UInt64), _ kept: (UInt64?, UInt64?)) throws {
        let bus = try FakeBus()
        let item = ForeignItem(
            label: "a label",
            attributes: ["user": "ann"],
            secret: SecretBytes(utf8: "s3cret"),
            contentType: "text/plain",
            created: made.0,
            modified: made.1
        )
        let before = UInt64(Date().timeIntervalSince1970)
        #expect(try bus.service.take([item]).new == 1)
        let path = try #require(try bus.search(["user": "ann"]).unlocked.first)
        for (name, expected) in [("Created", kept.0), ("Modified", kept.1)] {
            let date = try #require(try bus.property(path, "Item", name)?.number)
            #expect(expected.map { date == $0 } ?? (date >= before && date <= before + 600))
        }
    }

    /// Attributes whose names look the same and differ in their bytes are two, as at the provider.
    @Test func attributesOfTwoUnicodeFormsAreKept() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let listed = BusValue.list(
            of: "{ss}",
            [
                .entry(.text(composed), .text("one")), .entry(.text(decomposed), .text("two")),
            ]
        )
        let properties: [BusValue] = [
            .list(of: "{sv}", [.entry(.text("Attributes"), .variant(listed))])
        ]
        let item = ForeignItem(properties: properties, secret: [.secret("s3cret", "/s")])
        let attributes = try #require(item?.attributes)
        #expect(attributes.count == 2)
        #expect(attributes[composed] == "one")
        #expect(attributes[decomposed] == "two")
        #expect(SearchAttributes(encoded: attributes.encoded) == attributes)
        let bus = try FakeBus()
        #expect(try bus.service.take([try #require(item)]).new == 1)
        #expect(try bus.search([composed: "one", decomposed: "two"]).unlocked.count == 1)
        #expect(try bus.search([composed: "two"]).unlocked.isEmpty)
        #expect([composed: "one"] as SearchAttributes != [decomposed: "one"])
        #expect([composed: composed] as SearchAttributes != [composed: decomposed])
    }

    /// A program can send as many pairs as a message has room for, in any order.
    @Test func manyAttributesAreRead() {
        let count = 100_000
        let elements = (0..<count).map { (key: "\(count - $0)", value: "\($0)") }
        let attributes = SearchAttributes(elements + [(key: "7", value: "last")])
        #expect(attributes.count == count)
        #expect(attributes["7"] == "last")
        #expect(attributes["\(count)"] == "0")
        #expect(attributes["0"] == nil)
        #expect(SearchAttributes(encoded: attributes.encoded) == attributes)
    }
}
