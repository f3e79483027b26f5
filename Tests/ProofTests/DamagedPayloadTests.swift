import Foundation
import ProofSupport
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A disk has damaged the secret of one item: everything else continues, and the item can be set, deleted
/// and restored, although it cannot be kept in the history.
@Suite struct DamagedPayloadTests {
    private let bench: Bench
    private let configuration: Keychain.Configuration
    private let damaged = GenericPassword(service: "a")
    private let sound = GenericPassword(service: "b")
    /// The items before the damage.
    private let backup: [BackupItem]

    init() throws {
        bench = try Bench()
        var configuration = bench.configuration
        configuration.history = .kept()
        self.configuration = configuration
        let keychain = try Keychain.create(.standard, configuration: configuration)
        try keychain.set("first", for: damaged)
        try keychain.set("old", for: damaged)
        try keychain.set("sound", for: sound)
        backup = try keychain.backupContent().items
    }

    private func damage() throws -> Keychain {
        try bench.run(
            "UPDATE items SET secret = zeroblob(length(secret)) WHERE id = (SELECT min(id) FROM items)"
        )
        let keychain = try Keychain.open(.standard, configuration: configuration)
        #expect(throws: KeychainError(.corrupt)) { try keychain.secret(for: damaged) }
        #expect(try keychain.secret(for: sound)?.string() == "sound")
        return keychain
    }

    /// The secrets that the damaged item had.
    private func history(_ keychain: Keychain) throws -> [String?] {
        try keychain.history.versions(of: damaged).map {
            try keychain.history.secret(of: $0)?.string()
        }
    }

    @Test func canBeSet() throws {
        let keychain = try damage()
        try keychain.set("new", for: damaged)
        #expect(try keychain.secret(for: damaged)?.string() == "new")
        #expect(try history(keychain) == ["first"])
        #expect(try keychain.verify().problems == [])
        // What it was is lost, so there is nothing to go back to.
        let change = try #require(try keychain.history.lastChange())
        #expect(throws: KeychainError(.notAvailable)) { try keychain.history.undo(change) }
        #expect(try keychain.secret(for: damaged)?.string() == "new")
    }

    /// Of a synchronized item, nothing is sent, and the version of the others takes its place.
    @Test func comesBackFromOtherDevices() throws {
        var item = damaged
        item.attributes[.synchronizable] = .number(1)
        do {
            let keychain = try Keychain.open(.standard, configuration: configuration)
            try keychain.delete(damaged)
            try keychain.set("here", for: item)
        }
        let keychain = try Keychain.open(.standard, configuration: configuration)
            .withAccessGroups([AccessGroups.administrator])
        let keeper = try #require(keychain.keeper.parts.synchronized)
        let whole = try #require(try keeper.syncContent().items.first)
        try bench.run(
            "UPDATE items SET secret = zeroblob(length(secret)) WHERE id = (SELECT max(id) FROM items WHERE flags & 1)"
        )
        let other = try Keychain.open(.standard, configuration: configuration)
            .withAccessGroups([AccessGroups.administrator])
        let content = try #require(other.keeper.parts.synchronized).syncContent()
        #expect(content.items.isEmpty && content.tombstones.isEmpty)
        var version = whole.item
        version.secret = secret("there")
        let application = SyncApplication(
            key: whole.key,
            expected: .nothing,
            outcome: .put(version)
        )
        #expect(
            try #require(other.keeper.parts.synchronized).apply([application], state: []).isApplied
        )
        #expect(try keychain.secret(for: item)?.string() == "there")
        #expect(try keychain.verify().problems == [])
        // One that is whole was not read as nothing.
        #expect(try !keeper.apply([application], state: []).isApplied)
    }

    /// Of a synchronized item that was changed after the backup, the others have a newer secret than that.
    @Test(arguments: [true, false]) func isNotRestoredOverThatOfOthers(haveIt: Bool) throws {
        var item = damaged
        item.attributes[.synchronizable] = .number(1)
        let old: [BackupItem]
        do {
            let keychain = try Keychain.open(.standard, configuration: configuration)
            try keychain.delete(damaged)
            try keychain.set("before", for: item)
            old = try keychain.backupContent().items
            try keychain.set("after", for: item)
            if haveIt {
                let settings = SyncStateChange.put(SyncStateName(kind: "settings"), secret("s"))
                let all = try keychain.withAccessGroups([AccessGroups.administrator])
                let keeper = try #require(all.keeper.parts.synchronized)
                #expect(try keeper.apply([], state: [settings]).isApplied)
            }
        }
        try bench.run(
            "UPDATE items SET secret = zeroblob(length(secret)) WHERE id = (SELECT max(id) FROM items WHERE flags & 1)"
        )
        let keychain = try Keychain.open(.standard, configuration: configuration)
        var expected = RestoreReport(same: 1)
        if haveIt {
            expected.damagedHere = 1
        } else {
            (expected.replaced, expected.changedHere) = (1, 1)
        }
        for isRehearsal in [true, false] {
            #expect(try keychain.restore(old, isRehearsal: isRehearsal) == expected)
        }
        if haveIt {
            #expect(throws: KeychainError(.corrupt)) { try keychain.secret(for: item) }
        } else {
            #expect(try keychain.secret(for: item)?.string() == "before")
        }
    }

    @Test func canBeDeleted() throws {
        let keychain = try damage()
        #expect(try keychain.delete(damaged))
        #expect(try history(keychain) == ["first"])
        #expect(try keychain.verify().problems == [])
        #expect(try keychain.secret(for: sound)?.string() == "sound")
    }

    /// Its attributes, and with them the digest of its secret, are as in the backup.
    @Test(arguments: [true, false]) func isRestored(isRehearsal: Bool) throws {
        let keychain = try damage()
        let report = try keychain.restore(backup, isRehearsal: isRehearsal)
        #expect(report == RestoreReport(replaced: 1, same: 1))
        guard !isRehearsal else { return }
        #expect(try keychain.secret(for: damaged)?.string() == "old")
        #expect(try keychain.verify().problems == [])
    }
}
