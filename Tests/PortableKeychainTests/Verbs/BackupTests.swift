import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that leave a keychain, and the way back (backup-format.md §4 and §5).
@Suite struct BackupTests {
    private func keychain() throws -> Keychain {
        try Keychain.inMemory(Keychain.Configuration(applicationIdentifier: "app"))
    }

    private func add(
        _ account: String,
        _ secret: String,
        _ more: ItemAttributes = [:],
        to keychain: Keychain
    ) throws {
        var attributes = more
        attributes[.account] = .string(account)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: SecretBytes(utf8: secret)
            )
        )
    }

    private func find(_ account: String, in keychain: Keychain) throws -> ItemAnswer.Item? {
        let request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [
                .account: .string(account), .synchronizable: SynchronizationScope.any.value,
            ],
            returning: [.attributes, .data, .persistentReference]
        )
        do throws(KeychainError) {
            return try keychain.perform(request).items.first
        } catch  where error.code == .itemNotFound {
            return nil
        }
    }

    private func secret(_ account: String, in keychain: Keychain) throws -> String? {
        try find(account, in: keychain)?.secret.flatMap { $0.string() }
    }

    private func set(_ account: String, _ secret: String, in keychain: Keychain) throws {
        let change = ItemChanges(secret: SecretBytes(utf8: secret))
        _ = try keychain.perform(
            ItemRequest(
                .update(change),
                itemClass: .genericPassword,
                attributes: [
                    .account: .string(account), .synchronizable: SynchronizationScope.any.value,
                ]
            )
        )
    }

    private func delete(_ account: String, in keychain: Keychain) throws {
        _ = try keychain.perform(
            ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string(account), .synchronizable: SynchronizationScope.any.value,
                ]
            )
        )
    }

    @Test func leavesBehindWhatMayNotLeave() throws {
        let keychain = try keychain()
        try add("plain", "1", to: keychain)
        for mark in ["aku", "cku", "dku"] {
            try add(mark, "2", [.accessible: .string(mark)], to: keychain)
        }
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        try add("guarded", "3", [.accessControl: .accessControl(control)], to: keychain)
        try add("gone", "4", [.synchronizable: .number(1)], to: keychain)
        try delete("gone", in: keychain)
        let content = try keychain.backupContent()
        #expect(content.items.map { $0.attributes[.account] } == [.string("plain")])
        #expect(content.thisDeviceOnly == 3)
        #expect(content.guarded == 1)
    }

    @Test func bringsBackWhatWasLost() throws {
        let (old, new) = (try keychain(), try keychain())
        try add("a", "1", [.label: .string("A")], to: old)
        let before = try #require(try find("a", in: old))
        let items = try old.backupContent().items
        for keychain in [old, new] {
            if keychain.path == old.path { _ = try? delete("a", in: keychain) }
            #expect(try keychain.restore(items) == RestoreReport(added: 1))
            #expect(try keychain.restore(items) == RestoreReport(same: 1))
            let after = try #require(try find("a", in: keychain))
            #expect(after.persistentReference == before.persistentReference)
            for key in [AttributeKey.label, .creationDate, .modificationDate] {
                #expect(after.attributes?[key] == before.attributes?[key])
            }
            #expect(try secret("a", in: keychain) == "1")
            #expect(try keychain.verify().problems.isEmpty)
        }
    }

    @Test func prefersTheBackupForItemsOfThisKeychain() throws {
        let keychain = try keychain()
        try add("a", "1", to: keychain)
        let items = try keychain.backupContent().items
        try delete("a", in: keychain)
        try add("a", "2", to: keychain)
        let reference = try find("a", in: keychain)?.persistentReference
        let report = RestoreReport(replaced: 1, changedHere: 1)
        #expect(try keychain.restore(items, isRehearsal: true) == report)
        #expect(try secret("a", in: keychain) == "2")
        #expect(try keychain.restore(items) == report)
        #expect(try secret("a", in: keychain) == "1")
        #expect(try find("a", in: keychain)?.persistentReference == reference)
    }

    /// A backup from before an item got its protection must not take that off.
    @Test func keepsWhatIsBetterProtectedHere() throws {
        let control = AccessControl.userPresence(.whenUnlocked)
        let protections: [ItemAttributes] = [
            [.accessControl: .accessControl(control)],
            [.accessible: .string(Accessibility.whenUnlockedThisDeviceOnly.rawValue)],
        ]
        for protection in protections {
            let keychain = try keychain()
            try add("a", "1", to: keychain)
            let items = try keychain.backupContent().items
            try delete("a", in: keychain)
            try add("a", "2", protection, to: keychain)
            for isRehearsal in [true, false] {
                let report = try keychain.restore(items, isRehearsal: isRehearsal)
                #expect(report == RestoreReport(protectedHere: 1))
            }
            #expect(try keychain.backupContent().items.isEmpty)
            try delete("a", in: keychain)
            #expect(try keychain.restore(items) == RestoreReport(added: 1))
            #expect(try secret("a", in: keychain) == "1")
        }
    }

    @Test func prefersTheNewerForSynchronizedItems() throws {
        let keychain = try keychain()
        for account in ["changed", "deleted", "older"] {
            try add(account, "1", [.synchronizable: .number(1)], to: keychain)
        }
        var items = try keychain.backupContent().items
        try set("changed", "2", in: keychain)
        try delete("deleted", in: keychain)
        try set("older", "2", in: keychain)
        for index in items.indices where items[index].attributes[.account] == .string("older") {
            items[index].attributes[.modificationDate] = .date(.distantFuture)
        }
        #expect(try keychain.restore(items) == RestoreReport(replaced: 1, newerHere: 2))
        #expect(try secret("changed", in: keychain) == "2")
        #expect(try secret("deleted", in: keychain) == nil)
        #expect(try secret("older", in: keychain) == "1")
    }

    /// An item that is not synchronized is replaced by the version that was asked for, which is said.
    @Test func countsWhatWasChangedHereLater() throws {
        let keychain = try keychain()
        try add("changed", "1", to: keychain)
        try add("older", "1", to: keychain)
        var items = try keychain.backupContent().items
        try set("changed", "2", in: keychain)
        try set("older", "2", in: keychain)
        for index in items.indices where items[index].attributes[.account] == .string("older") {
            items[index].attributes[.modificationDate] = .date(.distantFuture)
        }
        for isRehearsal in [true, false] {
            let report = try keychain.restore(items, isRehearsal: isRehearsal)
            #expect(report == RestoreReport(replaced: 2, changedHere: 1))
        }
    }

    @Test func neverAssignsAnIdentifierTwice() throws {
        let keychain = try keychain()
        try add("a", "1", to: keychain)
        let items = try keychain.backupContent().items
        let change = ItemChanges(attributes: [.account: .string("b")])
        _ = try keychain.perform(
            ItemRequest(
                .update(change),
                itemClass: .genericPassword,
                attributes: [.account: .string("a")]
            )
        )
        #expect(try keychain.restore(items) == RestoreReport(added: 1))
        let references = try ["a", "b"].map { try find($0, in: keychain)?.persistentReference }
        #expect(references[0] != references[1])
        #expect(try keychain.verify().problems.isEmpty)
    }

    @Test(
        arguments: [
            // Items that never leave a keychain (B5).
            [.accessible: .string("aku")], [.tombstone: .number(1)], [.tombstone: .number(0)],
            [.systemBound: .number(1)], [.tokenID: .string("card")], [.appClip: .number(1)],
            [.accessGroup: .string("com.apple.token")],
            [.accessControl: .accessControl(AccessControl(.whenUnlocked))],
            // Attributes that a writer leaves out, because the reader decides them.
            [.sha1: .data(Data(count: 20))], [.sha1: .data(Data())], [.multiUser: .data(Data())],
            [.uuid: .string("u")], [.sharingGroup: .number(1)],
            // Values that a keychain converts.
            [.creationDate: .string("x")], [.creator: .string("7")], [.port: .number(1)],
            [.synchronizable: .string("syna")], [.synchronizable: .number(2)],
        ] as [ItemAttributes]
    )
    func takesAllOrNone(_ odd: ItemAttributes) throws {
        try refuses { items in for (key, value) in odd { items[1].attributes[key] = value } }
    }

    /// A creation date without an end would make the whole backup useless.
    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func takesNoDateThatABackupCannotHave(_ seconds: Double) throws {
        let keychain = try keychain()
        try add("a", "1", to: keychain)
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.perform(
                ItemRequest(
                    .update(ItemChanges(attributes: [.creationDate: .date(date)])),
                    itemClass: .genericPassword
                )
            )
        }
    }

    /// As an earlier version could have stored it.
    @Test func replacesADateThatNoRestoreTakes() throws {
        let (old, new) = (try keychain(), try keychain())
        let modified = Date(timeIntervalSinceReferenceDate: 1000)
        var addition = ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [.account: .string("a")],
            secret: SecretBytes(utf8: "1")
        )
        addition.dates = ItemDates(
            created: Date(timeIntervalSinceReferenceDate: -.infinity),
            modified: modified
        )
        _ = try old.perform(addition)
        #expect(try new.restore(old.backupContent().items) == RestoreReport(added: 1))
        #expect(try find("a", in: new)?.attributes?[.creationDate] == .date(modified))
    }

    /// B5.
    @Test(
        arguments: [
            .accessGroup, .accessible, .synchronizable, .creationDate, .modificationDate,
        ] as [AttributeKey]
    )
    func missesWhatEveryItemHas(_ key: AttributeKey) throws {
        try refuses { $0[1].attributes[key] = nil }
    }

    /// B6.
    @Test func refusesRepetition() throws {
        try refuses { $0[1].identifier = $0[0].identifier }
        try refuses { $0[1].attributes = $0[0].attributes }
    }

    /// Expects that nothing of a changed backup is restored (B7), and that the backup is blamed.
    private func refuses(_ change: (inout [BackupItem]) -> Void) throws {
        let (old, new) = (try keychain(), try keychain())
        try add("a", "1", to: old)
        try add("b", "1", to: old)
        var items = try old.backupContent().items
        change(&items)
        let error = #expect(throws: KeychainError.self) { try new.restore(items) }
        #expect(error?.code == .undecodable)
        #expect(error?.reason.contains("The backup") == true)
        #expect(try find("a", in: new) == nil)
    }

    @Test func namesTheGroupAsTheReason() throws {
        let (old, new) = (
            try keychain(),
            try Keychain.inMemory(Keychain.Configuration(applicationIdentifier: "other"))
        )
        try add("a", "1", to: old)
        let items = try old.backupContent().items
        let error = #expect(throws: KeychainError.self) { try new.restore(items) }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.reason.contains("The backup") == true)
    }

    /// An identifier belongs to one item of all classes.
    @Test func assignsAnotherIdentifierIfAnotherClassHasIt() throws {
        let keychain = try keychain()
        try add("a", "1", to: keychain)
        var items = try keychain.backupContent().items
        items[0].itemClass = .internetPassword
        #expect(try keychain.restore(items) == RestoreReport(added: 1))
        #expect(try keychain.verify().problems.isEmpty)
        #expect(try keychain.backupContent().items.count == 2)
    }

    @Test func needsOpenKeys() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        let keychain = try Keychain.inMemory(configuration)
        try add("a", "1", to: keychain)
        let items = try keychain.backupContent().items
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try keychain.lock()
        #expect(throws: KeychainError(.locked)) { try keychain.backupContent() }
        #expect(throws: KeychainError(.locked)) { try keychain.restore(items) }
    }
}
