@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainSecretService

/// The attributes of items while their keychain is locked: those of their companions.
@Suite struct CompanionTests {
    private let bus: FakeBus
    private let session: String

    init() throws {
        bus = try FakeBus()
        session = try bus.open()
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
    }

    /// The paths that are found after the keychain was locked, by a service that was just started.
    private func found(_ wanted: SearchAttributes = [:]) throws -> [String] {
        try bus.shelf.keychain().lock()
        bus.restart()
        return try bus.search(wanted).locked
    }

    private var index: Keychain {
        get throws { try bus.shelf.keychain().withAccessGroups([ItemGroups.index]) }
    }

    /// A restore brings the items, and nothing of this service's index.
    @Test func itemsFromABackupGetTheirs() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        _ = try index.perform(
            ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: ItemGroups.companionSearch.attributes
            )
        )
        #expect(try found() == [], "there is none")
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        bus.restart()
        #expect(try bus.search(["user": "ann"]).unlocked == [path])
        #expect(try found(["user": "ann"]) == [path])
    }

    /// An item can come while the service runs: from a backup, the trash or an import.
    @Test func itemsThatComeLaterGetTheirs() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        #expect(try bus.search(["user": "ann"]).unlocked == [path])
        let search = ItemGroups.companionSearch.attributes
        _ = try index.perform(ItemRequest(.delete, itemClass: .genericPassword, attributes: search))
        #expect(try bus.search(["user": "ann"]).unlocked == [path])
        #expect(try found(["user": "ann"]) == [path])
    }

    /// The index of another keychain, in a backup of it, has other tokens.
    @Test func aRestoreBringsNoIndex() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        let other = try FakeBus()
        _ = try other.store("x", ["user": "bob"], session: try other.open())
        let everything = try other.shelf.keychain().withAccessGroups(ItemGroups.all)
        let items = try everything.backupContent().items
        #expect(items.contains { $0.attributes[.accessGroup] == .string(ItemGroups.index) })
        let report = try bus.shelf.keychain().withAccessGroups(ItemGroups.all).restore(items)
        #expect(report == RestoreReport(added: 1))
        #expect(try found(["user": "ann"]) == [path])
    }

    /// It is the same item for programs.
    @Test func aSynchronizedItemIsFound() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        let keychain = try bus.shelf.keychain().withAccessGroups(ItemGroups.all)
        let change = ItemChanges(attributes: [.synchronizable: .number(1)])
        let group: ItemAttributes = [.accessGroup: .string(ItemGroups.items)]
        _ = try keychain.perform(
            ItemRequest(.update(change), itemClass: .genericPassword, attributes: group)
        )
        #expect(try bus.search(["user": "ann"]).unlocked == [path])
        #expect(try found(["user": "ann"]) == [path])
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        _ = try bus.call(path, "Item", "Delete")
        #expect(try bus.search([:]).unlocked == [])
    }

    @Test func thoseOfNoItemAreRemoved() throws {
        _ = try bus.search([:])
        _ = try index.performTogether([ItemGroups.companionStep("ghost", [1, 2])])
        #expect(try found().count == 1)
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        bus.restart()
        #expect(try bus.search([:]).unlocked == [])
        #expect(try found() == [])
    }

    @Test func theyGoWithTheirItems() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        let other = try bus.store("s3cret", ["user": "bob"], session: session)
        _ = try bus.call(path, "Item", "Delete")
        #expect(try found() == [other])
    }

    @Test func theyFollowNewAttributes() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        let body: [BusValue] = [
            .text("org.freedesktop.Secret.Item"), .text("Attributes"),
            .variant(.dictionary(["user": "bob"])),
        ]
        _ = try bus.call(path, "org.freedesktop.DBus.Properties", "Set", body)
        #expect(try found(["user": "bob"]) == [path])
        #expect(try bus.search(["user": "ann"]).locked == [])
        let error = #expect(throws: BusFailure.self, "and none are set while it is locked") {
            try bus.call(path, "org.freedesktop.DBus.Properties", "Set", body)
        }
        #expect(error?.name == "org.freedesktop.Secret.Error.IsLocked")
    }

    /// Tokens are short: two pairs can have the same one.
    @Test func aFalseMatchIsFilteredWhereAttributesAreKnown() {
        var index = ItemIndex()
        let known = ItemIndex.Details(attributes: ["user": "bob"], label: "", contentType: "")
        index.put(ItemIndex.Item(name: "bob", tokens: [7], details: known))
        index.put(ItemIndex.Item(name: "locked", tokens: [7], details: nil))
        #expect(index.having(["user": "ann"], [7]).map(\.name) == ["locked"])
        #expect(index.having(["user": "bob"], [7]).map(\.name) == ["bob", "locked"])
        #expect(index.having(["user": "bob"], [8]).isEmpty)
        // The place of an item is taken by its new tokens.
        index.put(ItemIndex.Item(name: "locked", tokens: [8], details: nil))
        #expect(index.having(["user": "bob"], [7]).map(\.name) == ["bob"])
    }

    /// The mark of a keychain does not tell an own change from one that another process made just before.
    @Test func aChangeJustBeforeAnOwnOneIsFoundLater() throws {
        let keychain = try bus.shelf.keychain()
        let (ours, others) = (try collection(keychain), try collection(keychain))
        _ = try others.create(details("ann"), SecretBytes(utf8: "s3cret"), replaces: false)
        _ = try ours.create(details("bob"), SecretBytes(utf8: "s3cret"), replaces: false)
        try ours.review()
        #expect(ours.items.count == 2)
    }

    /// Another process deletes the item that a program stores again: it is new then.
    @Test func aDeletionMeanwhileMakesItNew() throws {
        let keychain = try bus.shelf.keychain()
        let ours = try collection(keychain)
        let first = try ours.create(details("ann"), SecretBytes(utf8: "old"), replaces: true)
        try collection(keychain).delete(first.name)
        let second = try ours.create(details("ann"), SecretBytes(utf8: "new"), replaces: true)
        #expect(second.isNew)
        #expect(try ours.secret(second.name)?.string() == "new")
        #expect(try collection(keychain).items.count == 1)
    }

    /// Data that another program put there is not read as attributes.
    @Test func aNameThatIsThereTwiceIsNoName() {
        let bytes = (["user": "ann"] as SearchAttributes).encoded
        #expect(SearchAttributes(encoded: bytes) == ["user": "ann"])
        let other: SearchAttributes = ["user": "bob"]
        #expect(SearchAttributes(encoded: bytes + other.encoded) == nil)
    }

    private func collection(_ keychain: Keychain) throws -> SecretCollection {
        let collection = try SecretCollection("default", keychain, entropy: .system)
        try collection.refresh()
        return collection
    }

    private func details(_ user: String) -> ItemIndex.Details {
        ItemIndex.Details(attributes: ["user": user], label: "", contentType: "")
    }

    /// A disk has damaged the key of the tokens: a new one takes its place once the keychain is unlocked.
    @Test func aDamagedKeyIsReplaced() throws {
        let inner = try Keychain.inMemory().withAccessGroups(ItemGroups.all)
        let first = try ItemGroups.tokenKey(inner, .system)
        let damaged = Keychain(keeper: DamagedKey(inner: inner))
        #expect(throws: KeychainError(.corrupt)) { try ItemGroups.tokenKey(damaged, .system) }
        let second = try ItemGroups.tokenKey(damaged, .system, mending: true)
        let pairs: SearchAttributes = ["user": "ann"]
        #expect(second.numbers(pairs) != first.numbers(pairs))
        #expect(try ItemGroups.tokenKey(inner, .system).numbers(pairs) == second.numbers(pairs))
    }
}

/// A keychain whose first key of the tokens cannot be read.
private final class DamagedKey: ItemKeeper {
    private let inner: Keychain
    private let isDamaged = Mutex(true)

    init(inner: Keychain) { self.inner = inner }

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        switch request.verb {
        case .copyMatching where isDamaged.withLock { $0 }: throw KeychainError(.corrupt)
        case .delete: isDamaged.withLock { $0 = false }
        default: break
        }
        return try inner.perform(request)
    }
}
