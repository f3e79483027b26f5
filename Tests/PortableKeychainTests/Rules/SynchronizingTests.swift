import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that synchronization reads, the versions that it stores under a condition, and the
/// hidden group in which it keeps its state.
@Suite struct SynchronizingTests {
    private final class Clock: @unchecked Sendable { var now = 1000.0 }
    private let clock = Clock()
    private let name = SyncStateName(kind: "replica", id: [1, 2, 3])

    private func keychain(_ groups: [String] = ["app"]) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.accessGroups = groups
        configuration.passcodeHashing = LockingTests.cheap
        configuration.clock = KeychainClock { [clock] in clock.now }
        return try Keychain.inMemory(configuration)
    }

    private func add(
        _ account: String,
        _ more: ItemAttributes = [.synchronizable: .number(1)],
        to keychain: Keychain
    ) throws {
        var attributes = more
        attributes[.account] = .string(account)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: SecretBytes(utf8: account)
            )
        )
    }

    private func search(
        _ verb: ItemRequest.Verb = .copyMatching,
        _ attributes: ItemAttributes = [:]
    ) -> ItemRequest {
        var attributes = attributes
        attributes[.synchronizable] = SynchronizationScope.any.value
        var request = ItemRequest(verb, itemClass: .genericPassword, attributes: attributes)
        if case .copyMatching = verb {
            request.limit = .all
            request.returning = [.attributes, .data]
        }
        return request
    }

    private func accounts(_ keychain: Keychain) throws -> [String] {
        try keychain.synchronizedKeeper().syncContent().items.compactMap {
            if case .string(let account) = $0.item.attributes[.account] { account } else { nil }
        }.sorted()
    }

    // MARK: Data that may leave

    @Test func readsWhatMayLeave() throws {
        let keychain = try keychain()
        for mark in ["ak", "ck", "dk", "aku", "cku", "dku"] {
            try add(mark, [.synchronizable: .number(1), .accessible: .string(mark)], to: keychain)
            try add("local " + mark, [.accessible: .string(mark)], to: keychain)
        }
        try add("bound", [.synchronizable: .number(1), .systemBound: .number(1)], to: keychain)
        try add("gone", to: keychain)
        _ = try keychain.perform(search(.delete, [.account: .string("gone")]))
        let content = try keychain.synchronizedKeeper().syncContent()
        #expect(try accounts(keychain) == ["ak", "ck", "dk"])
        #expect(content.home.count == 4)
        #expect(content.tombstones.count == 1)
        #expect(content.items.allSatisfy { $0.item.secret?.string() != nil })
    }

    @Test func countsWhatIsLocked() throws {
        let keychain = try keychain()
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try add("a", to: keychain)
        try add("c", [.synchronizable: .number(1), .accessible: .string("ck")], to: keychain)
        try keychain.lock()
        let content = try keychain.synchronizedKeeper().syncContent()
        #expect(!content.isUnlocked)
        #expect(content.locked == 1)
        #expect(content.items.count == 1)
    }

    @Test(arguments: [
        ("ck", "ak", 0), ("dk", "ak", 0), ("ck", "aku", 0), ("ak", "ak", 0), ("ck", "ck", 1),
        ("dk", "ck", 1),
    ])
    func keepsTheDeletionOfAnOldNameAsLongAsTheNewOneWaits(
        before: String,
        after: String,
        deletions: Int
    ) throws {
        let keychain = try keychain()
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try add("old", [.synchronizable: .number(1), .accessible: .string(before)], to: keychain)
        let changes: ItemAttributes = [.account: .string("new"), .accessible: .string(after)]
        _ = try keychain.perform(
            search(.update(ItemChanges(attributes: changes)), [.account: .string("old")])
        )
        #expect(try keychain.synchronizedKeeper().syncContent().tombstones.count == 1)
        try keychain.lock()
        let content = try keychain.synchronizedKeeper().syncContent()
        #expect(content.tombstones.count == deletions)
        #expect(content.items.count == deletions)
    }

    // MARK: Storing under a condition

    private func item(_ keychain: Keychain) throws -> SyncableItem {
        try #require(try keychain.synchronizedKeeper().syncContent().items.first)
    }

    private func apply(
        _ outcome: SyncApplication.Outcome,
        to item: SyncableItem,
        expecting seen: SeenVersion? = nil,
        in keychain: Keychain
    ) throws -> SyncApplied {
        try keychain.synchronizedKeeper().apply(
            [SyncApplication(key: item.key, expected: seen ?? item.seen, outcome: outcome)],
            state: [.put(name, SecretBytes([9]))]
        )
    }

    @Test func storesAVersionWithItsDates() throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let old = try keychain.perform(search()).items.first?.persistentReference
        let item = try item(keychain)
        var version = item.item
        let date = Date(timeIntervalSinceReferenceDate: 5)
        version.attributes[.modificationDate] = .date(date)
        version.attributes[.label] = .string("new")
        version.secret = SecretBytes(utf8: "other")
        #expect(try apply(.put(version), to: item, in: keychain).isApplied)
        let found = try #require(try keychain.perform(search()).items.first)
        #expect(found.attributes?[.modificationDate] == .date(date))
        #expect(found.attributes?[.label] == .string("new"))
        #expect(found.secret?.string() == "other")
        #expect(found.persistentReference == old)
        #expect(try keychain.verify().problems.isEmpty)
    }

    /// Each row is a change of state, and whether it is one.
    @Test(arguments: [([UInt8(2)], true), ([], false)])
    func reportsTheMarksBeforeAndAfter(_ bytes: [UInt8], _ isChange: Bool) throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let before = try keychain.changeMark
        let state = bytes.isEmpty ? [] : [SyncStateChange.put(name, SecretBytes(bytes))]
        let applied = try keychain.synchronizedKeeper().apply([], state: state)
        let marks = ChangeMarks(before: before, after: try keychain.changeMark)
        #expect(applied == .applied(marks))
        #expect((marks.before != marks.after) == isChange)
    }

    @Test func deletesWithoutATombstone() throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        #expect(try apply(.delete, to: try item(keychain), in: keychain).isApplied)
        let content = try keychain.synchronizedKeeper().syncContent()
        #expect(content.items.isEmpty)
        #expect(content.tombstones.isEmpty)
    }

    @Test func replacesATombstone() throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let item = try item(keychain)
        _ = try keychain.perform(search(.delete))
        let tombstone = try #require(
            try keychain.synchronizedKeeper().syncContent().tombstones.first
        )
        let seen = SeenVersion.tombstone(modified: tombstone.modified)
        #expect(try apply(.put(item.item), to: item, expecting: seen, in: keychain).isApplied)
        #expect(try accounts(keychain) == ["a"])
    }

    /// Each row is a change between reading and storing; nothing is stored then.
    @Test(arguments: ["edited", "touched", "deleted", "gone"])
    func storesNothingOverAnotherVersion(_ change: String) throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let item = try item(keychain)
        clock.now += 1
        switch change {
        case "edited":
            let changes = ItemChanges(attributes: [.label: .string("x")])
            _ = try keychain.perform(search(.update(changes)))
        case "touched":
            let changes = ItemChanges(secret: SecretBytes(utf8: "a"))
            _ = try keychain.perform(search(.update(changes)))
        case "deleted": _ = try keychain.perform(search(.delete))
        default:
            var delete = search(.delete)
            delete.leavesTombstone = false
            _ = try keychain.perform(delete)
        }
        for outcome in [SyncApplication.Outcome.keep, .delete, .put(item.item)] {
            #expect(
                try apply(outcome, to: item, in: keychain)
                    == .stale(changed: [item.key], locked: [])
            )
        }
        #expect(try keychain.synchronizedKeeper().syncState().isEmpty)
    }

    @Test func storesNothingWhereSomethingIs() throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let item = try item(keychain)
        let stale = SyncApplied.stale(changed: [item.key], locked: [])
        #expect(
            try apply(.put(item.item), to: item, expecting: .nothing, in: keychain) == stale
        )
    }

    @Test func saysWhatIsLocked() throws {
        let keychain = try keychain()
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try add("a", to: keychain)
        let item = try item(keychain)
        try keychain.lock()
        let locked = SyncApplied.stale(changed: [], locked: [item.key])
        #expect(try apply(.keep, to: item, in: keychain) == locked)
        #expect(try apply(.put(item.item), to: item, expecting: .nothing, in: keychain) == locked)
    }

    @Test func refusesWhatMustNotComeIn() throws {
        let keychain = try keychain()
        try add("a", to: keychain)
        let item = try item(keychain)
        let changes: [(AttributeKey, AttributeValue?)] = [
            (.synchronizable, .number(0)), (.accessible, .string("aku")), (.account, .string("b")),
            (.accessGroup, .string("portable-keychain.sync")), (.modificationDate, nil),
            (.sha1, .data(Data(count: 20))), (.systemBound, .number(1)), (.tombstone, .number(1)),
        ]
        for (key, value) in changes {
            var version = item.item
            version.attributes[key] = value
            let error = #expect(throws: KeychainError.self) {
                try apply(.put(version), to: item, in: keychain)
            }
            #expect(error?.code == .undecodable, "\(key.name)")
        }
    }

    @Test func needsAccessToAllGroups() throws {
        let keychain = try keychain()
        let keeper = try #require(keychain.keeper as? any SynchronizedKeeper)
        let error = #expect(throws: KeychainError.self) { try keeper.syncContent() }
        #expect(error?.code == .missingEntitlement)
    }

    // MARK: The hidden group

    @Test func keepsState() throws {
        let keychain = try keychain()
        let keeper = try keychain.synchronizedKeeper()
        let other = SyncStateName(kind: "vault")
        #expect(
            try keeper.apply(
                [],
                state: [.put(name, SecretBytes([1])), .put(other, SecretBytes([2]))]
            ).isApplied
        )
        _ = try keeper.apply([], state: [.put(name, SecretBytes([3])), .remove(other)])
        let state = try keeper.syncState()
        #expect(state.count == 1)
        #expect(state[name]?.matches(SecretBytes([3])) == true)
    }

    /// The keys of a device are two rows of one kind: one of them needs an unlocked keychain.
    @Test func keepsRowsApartThatAreReadableAtOtherTimes() throws {
        let keychain = try keychain()
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        let keeper = try keychain.synchronizedKeeper()
        let late = SyncStateName(kind: name.kind, id: name.id, needsUnlock: true)
        _ = try keeper.apply(
            [],
            state: [.put(name, SecretBytes([1])), .put(late, SecretBytes([2]))]
        )
        #expect(try keeper.syncState()[name]?.matches(SecretBytes([1])) == true)
        #expect(try keeper.syncState()[late]?.matches(SecretBytes([2])) == true)
        try keychain.lock()
        #expect(try Array(keeper.syncState().keys) == [name])
        try keychain.unlock(passcode: SecretBytes(utf8: "p"))
        _ = try keeper.apply([], state: [.remove(late)])
        #expect(try Array(keeper.syncState().keys) == [name])
    }

    /// A known row is not opened again, and a changed one is.
    @Test func readsWhatWasChanged() throws {
        let keychain = try keychain()
        for account in ["a", "b", "c"] { try add(account, to: keychain) }
        let keeper = try keychain.synchronizedKeeper()
        let all = try keeper.syncContent()
        #expect(all.missing.isEmpty)
        let marks = Set(all.marks.values)
        #expect(marks.count == 3)
        let known = RowMarks(marks)
        let same = try keeper.syncContent(beyond: known)
        #expect(same.items.isEmpty && same.missing.isEmpty)
        let changes = ItemChanges(secret: SecretBytes(utf8: "new"))
        _ = try keychain.perform(search(.update(changes), [.account: .string("a")]))
        _ = try keychain.perform(search(.delete, [.account: .string("b")]))
        let next = try keeper.syncContent(beyond: known)
        let kept = try #require(all.items.first { $0.item.attributes[.account] == .string("c") })
        #expect(Set(next.missing) == Set(all.marks.filter { $0.key != kept.key }.values))
        #expect(next.items.map { $0.item.secret?.string() } == ["new"])
        #expect(next.tombstones.count == 1)
        #expect(Set(next.marks.values).isDisjoint(with: marks))
        _ = try keeper.apply([], state: [.put(name, SecretBytes([1]))])
        let rows = RowMarks(try keeper.syncState(beyond: []).opened.map(\.mark))
        let unchanged = try keeper.syncState(beyond: rows)
        #expect(unchanged.opened.isEmpty && unchanged.missing.isEmpty)
        _ = try keeper.apply([], state: [.put(name, SecretBytes([1]))])
        let changed = try keeper.syncState(beyond: rows)
        #expect(changed.opened.count == 1 && changed.missing.count == 1)
        _ = try keeper.apply([], state: [.remove(name)])
        let removed = try keeper.syncState(beyond: rows)
        #expect(removed.opened.isEmpty && removed.missing.count == 1)
    }

    @Test func looksUpKeysAndKinds() throws {
        let keychain = try keychain()
        for account in ["a", "b", "c"] { try add(account, to: keychain) }
        _ = try keychain.perform(search(.delete, [.account: .string("b")]))
        let keeper = try keychain.synchronizedKeeper()
        let all = try keeper.syncContent()
        for (key, mark) in all.marks {
            let found = try keeper.syncContent(of: [key])
            #expect(found.marks == [key: mark] && found.missing.isEmpty)
            #expect(found.items.count + found.tombstones.count == 1)
        }
        #expect(try keeper.syncContent(of: Array(all.marks.keys)).marks == all.marks)
        let trust = [false, true].map { SyncStateName(kind: "trust", needsUnlock: $0) }
        let rows = ([name] + trust).map { SyncStateChange.put($0, SecretBytes([1])) }
        _ = try keeper.apply([], state: rows)
        let found = try keeper.syncState(of: ["trust", "other"], beyond: [])
        #expect(Set(found.opened.map(\.name)) == Set(trust))
        let known = try keeper.syncState(of: ["trust"], beyond: RowMarks(found.opened.map(\.mark)))
        #expect(known.opened.isEmpty && known.missing.isEmpty)
    }

    /// No caller sees the state or changes it, whatever groups it lists.
    @Test(arguments: [
        ["app"], ["*"], ["app", "portable-keychain.sync"], ["portable-keychain.sync"],
    ])
    func hidesState(_ groups: [String]) throws {
        let owner = try keychain()
        _ = try owner.synchronizedKeeper().apply([], state: [.put(name, SecretBytes([1]))])
        let keychain = try owner.withAccessGroups(groups)
        let named: ItemAttributes = [.accessGroup: .string("portable-keychain.sync")]
        #expect(throws: KeychainError.self) { try keychain.perform(search()) }
        let error = #expect(throws: KeychainError.self) {
            try keychain.perform(search(.copyMatching, named))
        }
        #expect(error?.code == .itemNotFound)
        for verb in [
            ItemRequest.Verb.delete, .update(ItemChanges(attributes: [.label: .string("")])),
        ] {
            #expect(throws: KeychainError.self) { try keychain.perform(search(verb)) }
            let error = #expect(throws: KeychainError.self) {
                try keychain.perform(search(verb, named))
            }
            #expect(error?.code == .missingEntitlement)
        }
        let refused = #expect(throws: KeychainError.self) { try add("x", named, to: keychain) }
        #expect(refused?.code == .missingEntitlement)
        #expect(try keychain.backupContent().items.isEmpty)
        #expect(try keychain.backupContent().thisDeviceOnly == 0)
        #expect(try owner.synchronizedKeeper().syncState().count == 1)
    }

    /// A caller of all groups is not stopped by state that is locked.
    @Test func hidesStateBeforeTheFirstUnlock() throws {
        let owner = try keychain(["*", "app"])
        try owner.setPasscode(SecretBytes(utf8: "p"))
        try add("a", to: owner)
        _ = try owner.synchronizedKeeper().apply([], state: [.put(name, SecretBytes([1]))])
        try owner.lock()
        var delete = search(.delete)
        delete.leavesTombstone = false
        _ = try owner.perform(delete)
        try owner.unlock(passcode: SecretBytes(utf8: "p"))
        #expect(try owner.synchronizedKeeper().syncState().count == 1)
        #expect(try accounts(owner).isEmpty)
    }
}
