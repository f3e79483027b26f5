import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The sentences of commands about changes, and the search for earlier versions by names.
@Suite struct ChangeNewsTests {
    private func part(_ effect: RecordedChange.Effect, _ service: String?) -> RecordedChange.Part {
        RecordedChange.Part(
            effect: effect,
            itemClass: .genericPassword,
            attributes: service.map { [.service: .string($0), .account: .string("ci")] }
        )
    }

    @Test(arguments: [
        (
            [RecordedChange.Effect.deleted],
            "Deleted a/ci; 'keychainctl undo' brings it back until then."
        ),
        ([.changed], "Changed a/ci; 'keychainctl undo' takes that back until then."),
        ([.added], "Added a/ci; 'keychainctl undo' takes that back until then."),
        ([.deleted, .deleted], "Deleted 2 items; 'keychainctl undo' brings them back until then."),
        ([.added, .deleted], "Changed 2 items; 'keychainctl undo' takes that back until then."),
    ])
    func saysWhatWasChanged(_ effects: [RecordedChange.Effect], _ sentence: String) {
        let change = RecordedChange(date: Date(), parts: effects.map { part($0, "a") }, id: [])
        #expect(ChangeNews.sentence(change, until: "then") == sentence)
    }

    @Test func saysWhatIsTakenBack() {
        let date = Date(timeIntervalSince1970: 0)
        let sentences = [part(.added, "a"), part(.changed, "b"), part(.deleted, nil)]
            .map { $0.undoing(date) }
        #expect(
            sentences == [
                "a/ci is deleted again.", "b/ci is again what it was before 1970-01-01T00:00:00Z.",
                "an item that is not kept any more is back.",
            ]
        )
        #expect(part(.deleted, "a").undoing(date, isDone: false) == "a/ci will be back.")
    }

    // MARK: Names

    private func keychain() throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.accessGroups = ["app", "*"]
        configuration.history = .kept()
        return try Keychain.inMemory(configuration)
    }

    private func item(_ service: String, _ account: String) -> GenericPassword {
        GenericPassword(service: service, account: account)
    }

    @Test func findsVersionsByTheirNames() throws {
        let keychain = try keychain()
        try keychain.set("1", for: item("api", "ci"))
        try keychain.set("2", for: item("api", "ci"))
        _ = try keychain.update(matching: .genericPassword(service: "api")) { $0.service = "new" }
        for name in ["api", "api/ci", "new", "ci@new"] {
            let (versions, present) = try ItemHistory(keychain).versions(
                named: ItemName(name),
                ItemChoice(for: .changing)
            )
            #expect(versions.map(\.item.name) == ["api/ci", "api/ci"], "\(name)")
            #expect(present?.name == "new/ci", "\(name)")
        }
        try keychain.delete(item("new", "ci"))
        let kept = try ItemHistory(keychain).deleted(
            named: ItemName("new"),
            ItemChoice(for: .changing)
        )
        #expect(kept.item.name == "new/ci")
    }

    @Test func choosesNothingByItself() throws {
        let keychain = try keychain()
        for account in ["a", "b"] {
            try keychain.set("1", for: item("api", account))
            try keychain.delete(item("api", account))
        }
        let history = try ItemHistory(keychain)
        let choice = ItemChoice(for: .changing)
        #expect(throws: Failure.self) { try history.deleted(named: ItemName("api"), choice) }
        #expect(throws: Failure.self) { _ = try history.versions(named: ItemName("api"), choice) }
        #expect(throws: Failure.self) { _ = try history.versions(named: ItemName("x"), choice) }
        #expect(try history.deleted(named: ItemName("api/b"), choice).item.name == "api/b")
        let all = try ItemHistory.deleted(in: keychain)
        #expect(history.versions(of: [all[0]]).map(\.id) == [all[0].version.id])
    }

    /// By its name alone, a version would belong to whatever has or had it.
    @Test func emptiesTheTrashItemByItem() throws {
        let keychain = try keychain()
        func rename(_ old: String, to new: String) throws {
            _ = try keychain.update(matching: .genericPassword(service: old)) { $0.service = new }
        }
        // One item with two names, which is deleted.
        try keychain.set("1", for: item("old", "x"))
        try rename("old", to: "new")
        try keychain.delete(item("new", "x"))
        // One that exists, whose former name a deleted one had at last.
        try keychain.set("2", for: item("api", "x"))
        try keychain.set("3", for: item("api", "x"))
        try rename("api", to: "kept")
        try keychain.set("4", for: item("api", "x"))
        try keychain.delete(item("api", "x"))
        // Two that were deleted under one name.
        for secret in ["5", "6"] {
            try keychain.set(secret, for: item("twice", "x"))
            try keychain.delete(item("twice", "x"))
        }
        func secrets(of versions: [EarlierVersion]) throws -> [String] {
            try versions.map { try keychain.history.secret(of: $0)?.string() ?? "none" }
        }
        let history = try ItemHistory(keychain)
        let deleted = try ItemHistory.deleted(in: keychain)
        #expect(deleted.map(\.item.name) == ["new/x", "api/x", "twice/x"])
        for (index, expected) in [["1", "1"], ["4"], ["5", "6"]].enumerated() {
            #expect(try secrets(of: history.versions(of: [deleted[index]])) == expected)
        }
        try keychain.history.remove(history.versions(of: deleted))
        #expect(try secrets(of: keychain.history.versions()) == ["2", "3"])
    }

    @Test func namesWhatIsDifferent() throws {
        let keychain = try keychain()
        var old = item("api", "ci")
        old.label = "caf\u{e9}"
        try keychain.set("1", for: old)
        _ = try keychain.update(matching: .genericPassword(service: "api")) {
            $0.label = "cafe\u{301}"
            $0.account = "me"
        }
        let (versions, present) = try ItemHistory(keychain).versions(
            named: ItemName("api"),
            ItemChoice(for: .changing)
        )
        let next = try #require(present)
        #expect(versions[0].differences(from: next, hasSameSecret: true) == ["account", "label"])
        #expect(
            versions[0].differences(from: next, hasSameSecret: false)
                == ["secret", "account", "label"]
        )
    }
}
