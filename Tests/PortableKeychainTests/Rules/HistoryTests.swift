import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The versions that are kept of items that are changed or deleted, and the way back
/// (item-semantics.md §8).
@Suite struct HistoryTests {
    // MARK: The kept versions

    @Test func keepsNothingUnlessAsked() throws {
        let bench = try HistoryBench(.none)
        try bench.set("1")
        try bench.set("2")
        try bench.delete()
        #expect(try bench.rows() == 0)
        #expect(try bench.history.policy == .none)
        #expect(try bench.history.lastChange() == nil)
    }

    @Test func keepsWhatWasChangedAndDeleted() throws {
        let bench = try HistoryBench()
        try bench.set("1", label: "one")
        try bench.set("2", label: "two")
        try bench.set("2", label: "two")
        try bench.delete()
        #expect(try bench.kept() == ["1", "2"])
        let versions = try bench.history.versions(of: bench.item("a"))
        #expect(versions.map(\.cause) == [.changed, .deleted])
        #expect(versions.map(\.isDeleted) == [true, true])
        #expect(versions.map { $0.attributes[.label] } == [.string("one"), .string("two")])
        #expect(versions.map(\.date.timeIntervalSinceReferenceDate) == [1002, 1004])
        #expect(versions[1].expires == versions[1].date.addingTimeInterval(30 * 24 * 3600))
        #expect(try bench.history.deleted().map(\.id) == [versions[1].id])
    }

    @Test func hidesItsRows() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        #expect(try bench.rows() > 0)
        for groups in [["*"], ["app", AccessGroups.history], [AccessGroups.history, "*"]] {
            let keychain = try bench.keychain.withAccessGroups(groups)
            let all = ItemRequest(
                .copyMatching,
                itemClass: .genericPassword,
                limit: .all,
                returning: .attributes
            )
            let accounts = try keychain.answer(to: all)?.items.map { $0.attributes?[.account] }
            #expect(accounts?.allSatisfy { $0 == .string("a") } ?? true, "\(groups)")
            var named = all
            named.attributes[.accessGroup] = .string(AccessGroups.history)
            #expect(try keychain.answer(to: named) == nil)
            let deletion = ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: named.attributes
            )
            #expect(code { _ = try keychain.perform(deletion) } == .missingEntitlement)
        }
        #expect(try bench.keychain.deleteAll(GenericPassword.self) == 1)
        #expect(try bench.kept() == ["1", "2"])
        #expect(try bench.keychain.backupContent().items.isEmpty)
        #expect(try bench.keychain.verify().rowCount == 0)
    }

    @Test func countsItsRowsApart() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.set("3", "b")
        #expect(try bench.keychain.verify().rowCount == 2)
        // A version, and three changes.
        #expect(try bench.rows() == 4)
        #expect(try bench.keychain.access.rotate([]).itemCount == 2)
    }

    @Test func keepsWhatATransactionFound() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        _ = try bench.keychain.transaction { change throws(KeychainError) in
            change.set("2", for: bench.item("a"))
            change.set("3", for: bench.item("a"))
            try change.delete(matching: .genericPassword(account: "a"))
            change.set("4", for: bench.item("a"))
        }
        #expect(try bench.kept() == ["1"])
        try bench.undo()
        #expect(try bench.secret() == "1")
    }

    @Test func keepsNothingOfAChangeThatFails() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2", "b")
        let rows = try bench.rows()
        #expect(throws: KeychainError.self) {
            try bench.keychain.transaction { change throws(KeychainError) in
                change.set("3", for: bench.item("a"))
                change.add("4", for: bench.item("b"))
            }
        }
        #expect(try bench.rows() == rows)
        #expect(try bench.secret() == "1")
    }

    // MARK: For how long

    @Test func removesWhatIsTooOld() throws {
        let bench = try HistoryBench(.kept(for: .seconds(100)))
        try bench.set("1")
        try bench.set("2")
        try bench.delete()
        bench.clock.now += 98
        try bench.set("x", "other")
        // The change at 1002 is 100 seconds old, that at 1003 is not. Nothing confirms the clock.
        #expect(try bench.kept() == ["1", "2"])
        bench.clock.now += 98
        try bench.set("y", "other")
        #expect(try bench.kept() == ["1", "2"])
        // The change at 1102 will be 100 seconds old; to look for others waits another 100.
        bench.clock.now += 90
        try bench.set("z", "other")
        #expect(try bench.kept() == ["1", "2"])
        bench.clock.now += 10
        try bench.set("z", "another")
        #expect(try bench.kept() == [])
        #expect(try bench.history.deleted().isEmpty)
    }

    @Test func keepsTheNewestVersionsOfAnItem() throws {
        let bench = try HistoryBench(.kept(versions: 3))
        for number in 1...6 { try bench.set("\(number)") }
        #expect(try bench.kept() == ["3", "4", "5"])
        for _ in 1...3 { try bench.undo() }
        #expect(try bench.secret() == "3")
        #expect(code { try bench.undo() } == .notAvailable)
        #expect(try bench.secret() == "3")
    }

    @Test func obeysTheSettingOfTheKeychain() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.history.setPolicy(.kept(for: .seconds(60), versions: 1))
        #expect(try bench.history.policy == .kept(for: .seconds(60), versions: 1))
        try bench.set("3")
        #expect(try bench.kept() == ["2"])
        try bench.history.setPolicy(HistoryPolicy.none)
        #expect(try bench.history.policy == .none)
        #expect(try bench.history.versions().isEmpty)
        try bench.set("4")
        // The setting itself.
        #expect(try bench.rows() == 1)
        try bench.history.setPolicy(nil)
        #expect(try bench.rows() == 0)
        #expect(try bench.history.policy == .kept())
        // A caller that asks for none has none.
        #expect(try bench.stranger().history.policy == .none)
    }

    // MARK: The way back

    @Test func restoresAVersion() throws {
        let bench = try HistoryBench()
        try bench.set("1", label: "one")
        try bench.set("2", label: "two")
        let reference = try bench.keychain.answer(to: persistent("a"))?.items[0].persistentReference
        bench.clock.now += 1
        try bench.history.restore(try #require(try bench.history.versions().first))
        #expect(try bench.secret() == "1")
        #expect(try bench.keychain.item(matching: .genericPassword(account: "a"))?.label == "one")
        let now = try bench.keychain.answer(to: persistent("a"))?.items[0].persistentReference
        #expect(now == reference)
        // The version before the change is kept in turn.
        #expect(try bench.kept() == ["1", "2"])
        try bench.delete()
        try bench.set("new")
        bench.clock.now += 1
        let deleted = try #require(try bench.history.versions().last)
        try bench.history.restore(deleted)
        #expect(try bench.secret() == "1")
        #expect(try bench.kept().last == "new")
        #expect(try bench.keychain.verify().problems == [])
    }

    @Test func saysWhatIsNotKept() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        let version = try #require(try bench.history.versions().first)
        try bench.history.remove([version])
        #expect(try bench.history.versions().isEmpty)
        #expect(code { try bench.history.restore(version) } == .itemNotFound)
        #expect(code { _ = try bench.history.secret(of: version) } == .itemNotFound)
        #expect(code { try bench.undo() } == .notAvailable)
        try bench.history.removeAll()
        #expect(try bench.rows() == 0)
        #expect(try bench.secret() == "2")
    }

    @Test func takesBackOneChangeAfterTheOther() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.set("2")
        _ = try bench.keychain.update(matching: .genericPassword(account: "a")) {
            $0.account = "b"
        }
        try bench.delete("b")
        let steps: [(account: String, secret: String?)] = [
            ("b", "2"), ("a", "2"), ("a", "1"), ("a", nil),
        ]
        for step in steps {
            try bench.undo()
            #expect(try bench.secret(step.account) == step.secret)
        }
        #expect(try bench.secret("b") == nil)
        #expect(try bench.history.lastChange() == nil)
        // The change that was taken back is not gone either.
        #expect(try bench.history.deleted().map { $0.attributes[.account] } == [.string("a")])
    }

    @Test func takesBackAllItemsOfAChange() throws {
        let bench = try HistoryBench()
        for account in ["a", "b", "c"] { try bench.set("1", account) }
        #expect(try bench.keychain.deleteAll(GenericPassword.self) == 3)
        let change = try #require(try bench.history.lastChange())
        #expect(change.parts.map(\.effect) == [.deleted, .deleted, .deleted])
        try bench.undo()
        for account in ["a", "b", "c"] { #expect(try bench.secret(account) == "1") }
        // Two items that change their names with each other.
        _ = try bench.keychain.transaction { change throws(KeychainError) in
            for (old, new) in [("a", "x"), ("b", "a"), ("x", "b")] {
                try change.update(matching: .genericPassword(account: old)) { $0.account = new }
            }
            change.set("2", for: bench.item("a"))
        }
        #expect(try bench.secret("a") == "2")
        try bench.undo()
        #expect(try bench.secret("a") == "1")
        #expect(try bench.secret("b") == "1")
        #expect(try bench.secret("x") == nil)
        #expect(try bench.keychain.verify().problems == [])
    }

    @Test(arguments: ["changed", "deleted", "taken"])
    func refusesWhatOthersChanged(_ what: String) throws {
        let bench = try HistoryBench()
        try bench.set("1")
        switch what {
        case "taken":
            try bench.delete()
            try bench.stranger().set("other", for: bench.item("a"))
        default:
            try bench.set("2")
            bench.clock.now += 1
            let stranger = try bench.stranger()
            if what == "changed" {
                try stranger.set("other", for: bench.item("a"))
            } else {
                try stranger.delete(bench.item("a"))
            }
        }
        let before = try bench.secret()
        #expect(code { try bench.undo() } == .notAvailable)
        #expect(try bench.secret() == before)
        // One by one it can be had all the same.
        try bench.history.restore(try #require(try bench.history.versions().last))
        #expect(try bench.secret() == "1")
    }

    @Test func refusesAChangeThatIsNotTheNewest() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        let change = try #require(try bench.history.lastChange())
        try bench.set("2")
        #expect(code { try bench.history.undo(change) } == .notAvailable)
        #expect(try bench.secret() == "2")
    }

    // MARK: Deleting for good

    @Test func deletesForGood() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.delete()
        try bench.set("3")
        try bench.set("4", "b")
        try bench.set("5", "b")
        #expect(try bench.history.purge(bench.item("a")))
        #expect(try bench.secret() == nil)
        #expect(try bench.kept("a") == [])
        #expect(try bench.kept("b") == ["4"])
        #expect(try !bench.history.purge(bench.item("a")))
    }

    // MARK: Groups

    @Test func showsNoGroupsOfOthers() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        let other = try bench.keychain.withAccessGroups(["other"])
        #expect(try other.history.versions().isEmpty)
        let version = try #require(try bench.history.versions().first)
        #expect(code { try other.history.restore(version) } == .itemNotFound)
        #expect(code { _ = try other.history.secret(of: version) } == .itemNotFound)
        let change = try #require(try bench.history.lastChange())
        #expect(change.parts.map { $0.attributes?[.account] } == [.string("a")])
        #expect(try other.history.lastChange()?.parts.map(\.attributes) == [nil])
        #expect(code { try other.history.undo(change) } == .missingEntitlement)
        #expect(try bench.secret() == "2")
    }

    /// The changes that a user made with the tool are not the history of programs that find the
    /// items by their names.
    @Test func showsNothingOfTheSharedGroup() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "program")
        configuration.history = .kept()
        let program = try Keychain.inMemory(configuration)
        let tool = try program.withAccessGroups([AccessGroups.tool, "*"])
        let item = GenericPassword(service: "s", account: "a")
        try tool.set("1", for: item)
        try tool.set("2", for: item)
        #expect(try program.secret(for: item)?.string() == "2")
        #expect(try tool.history.versions().count == 1)
        #expect(try program.history.versions().isEmpty)
        let version = try #require(try tool.history.versions().first)
        #expect(code { try program.history.restore(version) } == .itemNotFound)
        #expect(code { _ = try program.history.secret(of: version) } == .itemNotFound)
        let change = try #require(try program.history.lastChange())
        #expect(change.parts.map(\.attributes) == [nil])
        #expect(code { try program.history.undo(change) } == .missingEntitlement)
        #expect(try tool.secret(for: item)?.string() == "2")
    }

    private func persistent(_ account: String) -> ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.account: .string(account)],
            returning: .persistentReference
        )
    }
}
