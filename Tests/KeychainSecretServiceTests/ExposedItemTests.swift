import KeychainSecretService
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

/// Items of the keychain that programs of the desktop see because their user chose them.
@Suite struct ExposedItemTests {
    private let bus: FakeBus
    private let session: String
    private let reference: [UInt8]
    private let item = GenericPassword(service: "api", account: "ci", accessGroup: "keychainctl")

    /// A keychain with an item of a person, which programs see as `user=ann`.
    init() throws {
        bus = try FakeBus()
        session = try bus.open()
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        reference = try Self.store("s3cret", as: item, in: all)
        let exposed = try ExposedItems(bus.shelf.keychain())
        #expect(try exposed.add(reference, label: "Mine", attributes: ["user": "ann"]))
        #expect(try !exposed.add(reference, label: "Mine", attributes: ["user": "ann"]))
        #expect(exposed.count == 1)
    }

    /// Stores a new item.
    ///
    /// - Returns: Its persistent reference.
    private static func store(
        _ secret: String,
        as item: GenericPassword,
        in keychain: Keychain
    ) throws -> [UInt8] {
        try keychain.add(SecretBytes(utf8: secret), for: item)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: item.attributes,
            returning: .persistentReference
        )
        return try #require(try keychain.answer(to: search)?.items.first?.persistentReference)
    }

    private var path: String {
        get throws { try #require(try bus.search(["user": "ann"]).unlocked.first) }
    }

    @Test func programsFindAndReadIt() throws {
        let path = try path
        #expect(try bus.read(path, session: session) == "s3cret")
        #expect(try bus.property(path, "Item", "Label")?.asText == "Mine")
        #expect(try bus.search([:]).unlocked.count == 1, "and nothing else of the keychain")
    }

    @Test func changesOfItsOwnerAreSeen() throws {
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        try all.set(SecretBytes(utf8: "new"), for: item)
        let path = try path
        #expect(try bus.read(path, session: session) == "new")
        try all.delete(item)
        let error = #expect(throws: BusFailure.self) { try bus.read(path, session: session) }
        #expect(error?.name == "org.freedesktop.Secret.Error.NoSuchObject")
    }

    /// A program can neither change it nor make it another item's.
    @Test func programsCannotChangeIt() throws {
        let path = try path
        for write in [
            { try bus.call(path, "Item", "SetSecret", [.secret("evil", session)]) },
            {
                [.path(try bus.store("evil", ["user": "ann"], session: session))]
            },
        ] {
            let error = #expect(throws: BusFailure.self) { try write() }
            #expect(error?.message.contains("Change that one") == true)
        }
        #expect(try bus.read(path, session: session) == "s3cret")
        // Even with the bytes of a link, an item of a program is none.
        let reference = String(decoding: reference, as: UTF8.self)
        let own = try bus.store(reference, ["user": "bob"], session: session)
        #expect(try bus.read(own, session: session) == reference)
    }

    /// The user cannot be asked on the bus whether an item may be used.
    @Test func anItemThatNeedsItsUserIsNotRead() throws {
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        let addition = ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [
                .service: .string("api"), .account: .string("guarded"),
                .accessGroup: .string("keychainctl"), .accessControl: .accessControl(control),
            ],
            secret: SecretBytes(utf8: "s3cret"),
            returning: .persistentReference
        )
        let found = try #require(try all.perform(addition).items.first?.persistentReference)
        let exposed = try ExposedItems(bus.shelf.keychain())
        #expect(try exposed.add(found, label: "Mine", attributes: ["user": "cat"]))
        let path = try #require(try bus.search(["user": "cat"]).unlocked.first)
        bus.user.reply([.confirmed])
        let error = #expect(throws: BusFailure.self) { try bus.read(path, session: session) }
        #expect(error?.name == "org.freedesktop.DBus.Error.Failed")
        #expect(bus.user.questions.isEmpty)
    }

    @Test func deletingItOnTheBusLeavesTheItem() throws {
        _ = try bus.call(try path, "Item", "Delete")
        #expect(try bus.search(["user": "ann"]).unlocked == [])
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        #expect(try all.secret(for: item)?.string() == "s3cret")
    }

    /// It is no item of a program that another provider should have.
    @Test func itIsNotHandedOver() throws {
        try bus.store("s3cret of a program", ["user": "eve"], session: session)
        let items = try bus.service.storedItems().items
        #expect(items.map(\.attributes) == [["user": "eve"]])
        #expect(items.map { $0.secret.string() } == ["s3cret of a program"])
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        #expect(throws: KeychainError(.locked)) { try bus.service.storedItems() }
    }

    @Test func lockedItIsFoundAsLocked() throws {
        let path = try path
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        bus.restart()
        #expect(try bus.search(["user": "ann"]).locked == [path])
        let error = #expect(throws: KeychainError.self) {
            try ExposedItems(bus.shelf.keychain())
        }
        #expect(error?.code == .locked)
    }

    @Test func itsOwnerHidesIt() throws {
        let exposed = try ExposedItems(bus.shelf.keychain())
        #expect(try exposed.add(reference, label: "Mine", attributes: ["host": "x"]))
        #expect(try exposed.remove(reference) == 2)
        #expect(try exposed.remove(reference) == 0)
        #expect(try bus.search([:]).unlocked == [])
    }

    @Test func attributesOfAnotherItemAreRefused() throws {
        try bus.store("other", ["user": "bob"], session: session)
        let exposed = try ExposedItems(bus.shelf.keychain())
        let error = #expect(throws: KeychainError.self) {
            try exposed.add(reference, label: "Mine", attributes: ["user": "bob"])
        }
        #expect(error?.code == .duplicateItem)
    }

    @Test func oneWhoseItemIsGoneIsNeitherFoundNorCounted() throws {
        let keychain = try bus.shelf.keychain()
        try keychain.withAccessGroups(["*"]).delete(item)
        for attributes: SearchAttributes in [["user": "ann"], [:]] {
            #expect(try bus.search(attributes).unlocked == [])
        }
        #expect(try ExposedItems(keychain).count == 0)
        try keychain.setPasscode(MemoryShelf.passcode)
        try keychain.lock()
        bus.restart()
        #expect(try bus.search(["user": "ann"]).locked == [])
    }

    /// Its attributes are free, and the one that has them stays alone when the item comes back.
    @Test(arguments: [false, true]) func anItemOfAProgramTakesItsPlace(replaces: Bool) throws {
        let keychain = try bus.shelf.keychain()
        try keychain.withAccessGroups(["*"]).delete(item)
        let own = try bus.store("own", ["user": "ann"], replaces: replaces, session: session)
        #expect(try bus.search(["user": "ann"]).unlocked == [own])
        #expect(try bus.read(own, session: session) == "own")
        let links = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.accessGroup: .string("org.freedesktop.secrets")],
            limit: .all,
            returning: .attributes
        )
        #expect(try keychain.withAccessGroups(["*"]).perform(links).items.count == 1)
        bus.restart()
        #expect(try bus.search([:]).unlocked == [own])
    }

    @Test func theNextItemIsShownInItsPlace() throws {
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        try all.delete(item)
        let next = try Self.store("next", as: item, in: all)
        #expect(next != reference)
        let exposed = try ExposedItems(bus.shelf.keychain())
        #expect(try exposed.remove(next) == 0)
        #expect(try exposed.add(next, label: "Mine", attributes: ["user": "ann"]))
        #expect(exposed.count == 1)
        #expect(try bus.read(path, session: session) == "next")
    }
}
