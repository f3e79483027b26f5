import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Access to the history for callers in other groups, and the remains after a deletion for good
/// (item-semantics.md §8.3).
@Suite struct HistoryGroupTests {
    /// A keychain in which an item was moved from the group `app` to the group `vip`.
    private func moved() throws -> (bench: HistoryBench, app: Keychain) {
        let bench = try HistoryBench()
        try bench.set("1")
        bench.clock.now += 1
        let query = KeychainQuery<GenericPassword>.genericPassword(account: "a")
        #expect(try bench.keychain.update(matching: query) { $0.accessGroup = "vip" } == 1)
        return (bench, try bench.keychain.withAccessGroups(["app"]))
    }

    private func group(_ bench: HistoryBench) throws -> AttributeValue? {
        let request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            returning: .attributes
        )
        return try bench.keychain.answer(to: request)?.items.first?.attributes?[.accessGroup]
    }

    @Test func restoresNothingOutOfAnotherGroup() throws {
        let (bench, app) = try moved()
        let version = try #require(try app.history.versions().first)
        #expect(code { try app.history.restore(version) } == .missingEntitlement)
        #expect(try group(bench) == .string("vip"))
        try bench.history.restore(version)
        #expect(try group(bench) == .string("app"))
    }

    @Test func undoesNothingOutOfAnotherGroup() throws {
        let (bench, app) = try moved()
        let change = try #require(try app.history.lastChange())
        #expect(code { try app.history.undo(change) } == .missingEntitlement)
        #expect(try group(bench) == .string("vip"))
        // And nothing into one.
        let vip = try bench.keychain.withAccessGroups(["vip"])
        #expect(code { try vip.history.undo(change) } == .missingEntitlement)
        let both = try bench.keychain.withAccessGroups(["app", "vip"])
        try both.history.undo(change)
        #expect(try group(bench) == .string("app"))
    }

    @Test func removesNoVersionByItsIdentifierAlone() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.set("3", "b")
        try bench.delete("b")
        let versions = try bench.history.versions()
        let other = try bench.keychain.withAccessGroups(["other"])
        #expect(code { try other.history.remove(versions) } == .missingEntitlement)
        #expect(try bench.history.versions() == versions)
        // Neither a change nor the setting is a version.
        try bench.history.setPolicy(.kept(versions: 5))
        let vault = try #require(bench.keychain.vault)
        let rows = HistoryRows(vault)
        let hidden = try vault.change { transaction throws(KeychainError) in
            try rows.stored(.changes, in: transaction) + rows.stored(.setting, in: transaction)
        }
        let count = try bench.rows()
        for row in hidden { try bench.keeper().forget([row.identifier]) }
        #expect(try bench.rows() == count)
        // A caller without these items removes all that it keeps: nothing.
        try other.history.removeAll()
        #expect(try bench.history.versions() == versions)
        let app = try bench.keychain.withAccessGroups(["app"])
        try app.history.removeAll()
        #expect(try bench.history.versions().isEmpty)
        #expect(try bench.history.policy == .kept(versions: 5))
        // A version that is no longer kept is not a mistake.
        try app.history.remove(versions)
    }

    /// The names of the keychain's items that were deleted for good, as the newest change has them.
    private func purged(_ history: KeychainHistory) throws -> [AttributeValue?]? {
        try history.lastChange()?.parts.filter { $0.effect == .purged }
            .map { $0.attributes?[.account] }
    }

    @Test func saysWhatWasDeletedForGood() throws {
        let bench = try HistoryBench()
        try bench.set("1", "other")
        try bench.set("1", label: "L")
        try bench.set("2")
        bench.clock.now += 1
        #expect(try bench.history.purge(bench.item("a")))
        #expect(try purged(bench.history) == [.string("a")])
        // It is no version, and has no secret.
        #expect(try bench.kept("a") == [])
        #expect(try bench.history.deleted().isEmpty)
        let vault = try #require(bench.keychain.vault)
        let names = try HistoryRows(vault).versions(.all, in: vault).filter(\.isNameAlone)
        #expect(names.map { $0.item.attributes[.account] } == [.string("a")])
        #expect(names.allSatisfy { $0.item.secret == nil })
        #expect(code { _ = try bench.keeper().restore(version: names[0].id) } == .itemNotFound)
        // The change before it is not taken back in its place.
        #expect(code { try bench.undo() } == .notAvailable)
        #expect(try bench.secret("other") == "1")
        // A later change is.
        try bench.set("3", "other")
        try bench.undo()
        #expect(try bench.secret("other") == "1")
        #expect(try bench.keychain.verify().problems == [])
        // The name goes with its change, or with all that is kept.
        try bench.history.removeAll()
        #expect(try bench.rows() == 0)
    }

    @Test func forgetsTheNamesToo() throws {
        let bench = try HistoryBench(.kept(for: .seconds(100)))
        try bench.set("1")
        #expect(try bench.history.purge(bench.item("a")))
        for name in ["b", "c"] {
            bench.clock.now += 200
            try bench.set("1", name)
        }
        // Two additions.
        #expect(try bench.rows() == 2)
        // A caller without a history leaves none.
        let silent = try HistoryBench(.none)
        try silent.set("1")
        #expect(try silent.history.purge(silent.item("a")))
        #expect(try silent.rows() == 0)
        try bench.history.setPolicy(HistoryPolicy.none)
        #expect(try bench.history.purge(bench.item("b")))
        #expect(try bench.rows() == 1)
        // Nor does a caller that asks for no history where others have one.
        try bench.history.setPolicy(.kept())
        try bench.set("1", "c")
        let rows = try bench.rows()
        #expect(try bench.stranger().history.purge(bench.item("c")))
        #expect(try bench.rows() == rows)
    }

    /// Neither what this software keeps for itself nor a tombstone has a name that is kept.
    @Test func recordsItemsAlone() throws {
        let bench = try HistoryBench()
        let own = try bench.keychain.withAccessGroups([AccessGroups.agent])
        for secret in ["1", "2"] { try own.set(secret, for: bench.item("a")) }
        #expect(try bench.rows() == 0)
        #expect(try own.history.purge(bench.item("a")))
        #expect(try bench.rows() == 0)
        var item = bench.item("b")
        item.attributes[.synchronizable] = .number(1)
        try bench.keychain.add("1", for: item)
        #expect(try bench.keychain.delete(item))
        let rows = try bench.rows()
        let tombstones = ItemRequest(
            .delete,
            itemClass: .genericPassword,
            attributes: [.tombstone: .number(1), .synchronizable: .number(1)]
        )
        #expect(try bench.history.purge(tombstones) == 1)
        #expect(try bench.rows() < rows)
    }

    /// A name is as protected as its item was.
    @Test func hidesTheNameWhileLocked() throws {
        let passcode = SecretBytes(utf8: "p")
        let bench = try HistoryBench(passcode: passcode)
        try bench.set("1")
        #expect(try bench.history.purge(bench.item("a")))
        try bench.keychain.lock()
        #expect(code { _ = try bench.history.lastChange() } == .locked)
        try bench.keychain.unlock(passcode: passcode)
        #expect(try purged(bench.history) == [.string("a")])
        #expect(try purged(bench.keychain.withAccessGroups(["other"]).history) == [nil])
    }

    /// The versions of an item in a group of others are theirs.
    @Test func purgesNothingOfOtherGroups() throws {
        let (bench, _) = try moved()
        let vip = try bench.keychain.withAccessGroups(["vip"])
        bench.clock.now += 1
        #expect(try vip.update(matching: .genericPassword(account: "a")) { $0.label = "L" } == 1)
        #expect(try bench.history.versions().count == 2)
        #expect(try vip.history.purge(bench.item("a")))
        let left = try bench.history.versions()
        #expect(left.map { $0.attributes[.accessGroup] } == [.string("app")])
        // Who is in both leaves nothing.
        let (whole, _) = try moved()
        let deletion = ItemRequest(.delete, itemClass: .genericPassword)
        #expect(try whole.history.purge(deletion) == 1)
        #expect(try whole.history.versions().isEmpty)
    }
}
