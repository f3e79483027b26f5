import Foundation
@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Several changes as one: in a vault by a transaction, elsewhere by taking back.
@Suite struct TogetherTests {
    /// The place in which changes are made together: a vault, and a keeper that has no
    /// transactions.
    enum Place: CaseIterable { case vault, elsewhere }

    private func keychain(_ place: Place) throws -> (asked: Keychain, looked: Keychain) {
        let vault = try Keychain.inMemory()
        for account in ["a", "b"] {
            var item = GenericPassword(service: "s", account: account, label: "old")
            item.comment = "kept"
            try vault.add("old \(account)", for: item)
        }
        switch place {
        case .vault: return (vault, vault)
        // A keeper of another kind in front of the same vault.
        case .elsewhere: return (Keychain(keeper: FailingKeeper(vault, failures: [:])), vault)
        }
    }

    private func request(_ verb: ItemRequest.Verb, _ account: String) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .account: .string(account)],
            secret: { if case .add = verb { SecretBytes(utf8: "new") } else { nil } }()
        )
    }

    private func change(_ account: String) -> ItemRequest {
        request(
            .update(
                ItemChanges(
                    attributes: [.label: .string("new")],
                    secret: SecretBytes(utf8: "new")
                )
            ),
            account
        )
    }

    /// The content: accounts with labels, comments and secrets.
    private func contents(_ keychain: Keychain) throws -> [String] {
        try keychain.entries(matching: KeychainQuery<GenericPassword>.all).map { entry in
            let item = entry.item
            let secret = entry.secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return "\(item.account) \(item.label ?? "-") \(item.comment ?? "-") \(secret)"
        }.sorted()
    }

    private static let before = ["a old kept old a", "b old kept old b"]

    @Test(arguments: Place.allCases)
    func makesAllChanges(place: Place) throws {
        let (asked, looked) = try keychain(place)
        let answers = try asked.performTogether([
            change("a"), request(.delete, "b"), request(.add, "c"),
        ])
        #expect(answers.map(\.count) == [1, 1, 1])
        #expect(try contents(looked) == ["a new kept new", "c - - new"])
    }

    /// The changes that fail after others, and their errors.
    private static let failures: [(String, KeychainError.Code)] = [
        ("duplicate", .duplicateItem), ("missing", .itemNotFound), ("unknown", .noSuchAttribute),
        ("search", .invalidParameter),
    ]

    @Test(arguments: Place.allCases, failures)
    func makesNoneWhenOneFails(place: Place, failure: (String, KeychainError.Code)) throws {
        let (asked, looked) = try keychain(place)
        let last: ItemRequest
        switch failure.0 {
        case "duplicate": last = request(.add, "a")
        case "missing": last = request(.delete, "nobody")
        case "unknown":
            var wrong = request(.add, "d")
            wrong.attributes[.server] = .string("none in this class")
            last = wrong
        default: last = request(.copyMatching, "a")
        }
        let changes = [change("a"), request(.delete, "b"), request(.add, "c"), last]
        #expect(throws: KeychainError(failure.1)) { try asked.performTogether(changes) }
        #expect(try contents(looked) == Self.before)
    }

    @Test(arguments: Place.allCases)
    func leavesOutWhatMayFail(place: Place) throws {
        let (asked, looked) = try keychain(place)
        let answers = try asked.performTogether(
            [change("nobody"), request(.add, "a"), request(.add, "c")],
            skipping: [.itemNotFound, .duplicateItem]
        )
        #expect(answers.count == 1)
        #expect(try contents(looked) == Self.before + ["c - - new"])
    }

    @Test(arguments: Place.allCases)
    func setsWhetherThereOrNot(place: Place) throws {
        let (asked, looked) = try keychain(place)
        for account in ["a", "c"] {
            let answers = try asked.performTogether(
                [change(account), request(.add, account)],
                skipping: [.itemNotFound, .duplicateItem]
            )
            #expect(answers.count == 1)
        }
        #expect(
            try contents(looked) == ["a new kept new", "b old kept old b", "c - - new"]
        )
    }

    /// An item that is added because it was not found must not hide one that was taken away.
    @Test func confirmsAnAbsenceBeforeItIsBelieved() throws {
        let (asked, _) = try keychain(.vault)
        let vault = try #require(asked.vault)
        #expect(!vault.hasConfirmedAbsence)
        try asked.performTogether([change("a")])
        #expect(!vault.hasConfirmedAbsence)
        try asked.perform(change("c"), or: request(.add, "c"))
        #expect(vault.hasConfirmedAbsence)
    }

    @Test func putsTheSameProtectionBack() throws {
        let vault = try Keychain.inMemory()
        var item = GenericPassword(service: "s", account: "a")
        item.accessibility = .afterFirstUnlockThisDeviceOnly
        item.isSynchronizable = false
        try vault.add("old", for: item)
        let before = try #require(try vault.item(matching: .genericPassword(service: "s")))
        let elsewhere = Keychain(keeper: FailingKeeper(vault, failures: [:]))
        #expect(throws: KeychainError(.itemNotFound)) {
            try elsewhere.performTogether([
                self.request(.delete, "a"), self.request(.delete, "nobody"),
            ])
        }
        let after = try #require(try vault.item(matching: .genericPassword(service: "s")))
        #expect(after.attributes.given == before.attributes.given)
        #expect(after.accessibility == .afterFirstUnlockThisDeviceOnly)
    }

    @Test func refusesChangesOfIdentities() throws {
        let (asked, looked) = try keychain(.vault)
        let identities = ItemRequest(.delete, itemClass: .identity)
        #expect(throws: KeychainError(.invalidParameter)) {
            try asked.performTogether([self.request(.delete, "a"), identities])
        }
        #expect(try contents(looked) == Self.before)
    }

    @Test func tellsWhatWasBeingDone() throws {
        for place in Place.allCases {
            let (asked, _) = try keychain(place)
            let error = #expect(throws: KeychainError.self) {
                try asked.performTogether([self.change("a"), self.request(.delete, "nobody")])
            }
            #expect(error?.operation == .delete)
        }
    }
}
