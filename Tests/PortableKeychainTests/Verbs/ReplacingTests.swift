import Foundation
@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A secret that is stored only if the item has not changed since it was read.
@Suite struct ReplacingTests {
    private let clock = FixedClock()
    private let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            accessGroups: ["team"]
        )
        configuration.clock = clock.clock
        keychain = try .inMemory(configuration)
    }

    private let item = GenericPassword(service: "api", account: "ci")
    private var query: KeychainQuery<GenericPassword> {
        .genericPassword(service: "api", account: "ci")
    }

    /// The actions of others between the reading and the storing.
    enum Change: String, CaseIterable {
        case nothing, newSecret, sameSecret, newLabel, removal, replacement, sameNameInAnotherGroup

        func make(_ item: GenericPassword, in keychain: Keychain) throws {
            switch self {
            case .nothing: break
            case .newSecret: try keychain.set("theirs", for: item)
            case .sameSecret: try keychain.set("old", for: item)
            case .newLabel:
                _ = try keychain.update(matching: .exactly(item)) { $0.label = "Staging" }
            case .removal: try keychain.delete(item)
            case .replacement:
                try keychain.delete(item)
                try keychain.set("theirs", for: item)
            case .sameNameInAnotherGroup:
                var other = item
                other.accessGroup = "team"
                try keychain.set("theirs", for: other)
            }
        }

        /// The expected value afterwards.
        var expected: String? {
            switch self {
            case .nothing, .sameNameInAnotherGroup: "mine"
            case .newSecret, .replacement: "theirs"
            case .sameSecret, .newLabel: "old"
            case .removal: nil
            }
        }
    }

    /// The clock stands still: two changes are not taken for one because they share a moment.
    @Test(arguments: Change.allCases) func storesOnlyOverWhatWasRead(_ change: Change) throws {
        for keychain in [keychain, Keychain(keeper: PassThroughKeeper(keychain))] {
            try self.keychain.deleteAll(GenericPassword.self)
            try self.keychain.set("old", for: item)
            let entry = try #require(try keychain.first(matching: query))
            try change.make(item, in: self.keychain)
            let isStored = change.expected == "mine"
            #expect(try entry.replaceSecret(with: "mine", in: keychain) == isStored)
            #expect(try self.keychain.secret(for: item)?.string() == change.expected)
            // A stored value is a change for every other reader of the same one.
            #expect(try !entry.replaceSecret(with: "again", in: keychain))
        }
    }

    /// An item that was not read has no date, so that nothing can be known of it.
    @Test func refusesWhatWasNotRead() throws {
        try keychain.set("old", for: item)
        let read = try #require(try keychain.first(matching: query))
        let entry = KeychainEntry(item: item, reference: read.reference, secret: read.secret)
        #expect(throws: KeychainError(.invalidParameter)) {
            try entry.replaceSecret(with: "new", in: keychain)
        }
        #expect(try keychain.secret(for: item)?.string() == "old")
    }

    @Test func keepsTheRestOfTheItem() throws {
        var labeled = item
        labeled.label = "Staging"
        try keychain.set("old", for: labeled)
        let before = try #require(try keychain.first(matching: query))
        #expect(try before.replaceSecret(with: "new", in: keychain))
        let after = try #require(try keychain.first(matching: query))
        #expect(after.item.label == "Staging")
        #expect(after.reference == before.reference)
        #expect(after.secret.string() == "new")
    }
}
