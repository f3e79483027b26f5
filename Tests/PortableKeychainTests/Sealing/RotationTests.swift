import Foundation
import KeychainTesting
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The parts of a keychain that a rotation changes, and those that stay (vault-format.md §15).
@Suite struct RotationTests {
    private static let old = SecretBytes(utf8: "old")
    private static let new = SecretBytes(utf8: "new")
    private static let own = SecretBytes(utf8: "own")
    private static let payload = "the payload of an item"
    /// Items that demand a proof, by their accounts.
    private static let guarded: [(account: String, AccessControl.Constraints)] = [
        ("presence", .userPresence), ("password", .applicationPassword),
        ("both", [.userPresence, .applicationPassword]),
    ]

    private static func proofs(_ passcode: SecretBytes?) -> [AccessProof] {
        passcode.map { [.passcode($0)] } ?? []
    }

    private func keychain(passcode: SecretBytes?) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        let keychain = try Keychain.inMemory(configuration)
        if let passcode { try keychain.setPasscode(passcode) }
        return keychain
    }

    /// Stores an item for each accessibility, one for each kind of proof, and a tombstone.
    private func fill(_ keychain: Keychain) throws {
        for accessibility in Accessibility.allCases
        where try accessibility != .whenPasscodeSetThisDeviceOnly || keychain.hasPasscode {
            _ = try keychain.perform(LockingTests.item(accessibility))
        }
        for (account, constraints) in Self.guarded {
            let context = AuthenticationContext()
            context.setCredential(Self.own, for: .applicationPassword)
            let control = try AccessControl(.whenUnlocked, constraints: constraints)
            var request = ItemRequest(.add, itemClass: .genericPassword)
            request.attributes = [
                .account: .string(account), .accessControl: .accessControl(control),
            ]
            request.secret = SecretBytes(utf8: Self.payload)
            _ = try keychain.authenticating(with: context).perform(request)
        }
        var gone = GenericPassword(service: "s", account: "synchronized")
        gone.isSynchronizable = true
        try keychain.set(SecretBytes(utf8: "1"), for: gone)
        try keychain.delete(gone)
    }

    /// Reads all that ``fill(_:)`` stored.
    private func check(
        _ keychain: Keychain,
        passcode: SecretBytes?,
        _ context: Comment = ""
    ) throws {
        for accessibility in Accessibility.allCases
        where try accessibility != .whenPasscodeSetThisDeviceOnly || keychain.hasPasscode {
            #expect(LockingTests.read(accessibility, in: keychain) == nil, context)
        }
        for (account, _) in Self.guarded {
            #expect(try read(account, keychain, passcode) == Self.payload, context)
        }
        #expect(try keychain.verify().problems == [], context)
    }

    private func read(
        _ account: String,
        _ keychain: Keychain,
        _ passcode: SecretBytes?,
        own: SecretBytes = own
    ) throws -> String? {
        let context = AuthenticationContext()
        if let passcode { context.setCredential(passcode, for: .passcode) }
        context.setCredential(own, for: .applicationPassword)
        var configured = keychain
        if passcode == nil, let keeper = keychain.keeper as? LocalKeeper {
            let confirming = LocalKeeper(
                vault: keeper.vault,
                groups: keeper.groups,
                authenticator: ScriptedAuthenticator([.confirmed])
            )
            configured = Keychain(keeper: confirming)
        }
        var request = ItemRequest(.copyMatching, itemClass: .genericPassword, returning: [.data])
        request.attributes = [.account: .string(account)]
        return try configured.authenticating(with: context).perform(request).items.first?.secret?
            .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func rows(_ keychain: Keychain) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        try #require(keychain.vault).store.forEachRow(RowQuery(wantsSecret: true)) { row in
            rows.append(row.copy())
            return true
        }
        return rows
    }

    @Test(arguments: [nil, "old"], [nil, "new"])
    func opensAsBefore(_ passcode: String?, _ next: String?) throws {
        guard passcode != nil || next == nil else { return }
        let passcode = passcode.map { SecretBytes(utf8: $0) }
        let next = next.map { SecretBytes(utf8: $0) }
        let keychain = try keychain(passcode: passcode)
        try fill(keychain)
        let references = try keychain.items(
            matching: KeychainQuery<GenericPassword>.all
                .interaction(.skip)
        ).count
        var progress: [Int] = []
        let report = try keychain.access.rotate(Self.proofs(passcode), newPasscode: next) {
            progress.append($0)
        }
        #expect(report.itemCount == (passcode == nil ? 10 : 11))
        #expect(report.destroyedCount == 0)
        #expect(!report.leavesRemains)
        #expect(try keychain.lockState == .unlocked)
        try check(keychain, passcode: next ?? passcode)
        #expect(
            try keychain.items(
                matching: KeychainQuery<GenericPassword>.all.interaction(.skip)
            ).count == references
        )
        // A second rotation moves envelopes that a rotation has moved.
        try keychain.access.rotate(Self.proofs(next ?? passcode))
        try check(keychain, passcode: next ?? passcode, "after the second rotation")
        guard passcode != nil else { return }
        try keychain.lock()
        #expect(try keychain.lockState == .locked)
        if next != nil {
            #expect(throws: KeychainError(.authenticationFailed)) {
                try keychain.unlock(passcode: Self.old)
            }
        }
        try keychain.unlock(passcode: next ?? Self.old)
        try check(keychain, passcode: next ?? passcode)
    }

    /// The identifiers of items stay, so that persistent references do; everything else changes
    /// (M63).
    @Test func leavesNothingAsItWas() throws {
        let keychain = try keychain(passcode: Self.old)
        try fill(keychain)
        let vault = try #require(keychain.vault)
        let (before, oldRows) = (try vault.store.readState(), try rows(keychain))
        let oldBag = try Keybag(encoded: before.keybag)
        try keychain.access.rotate([.passcode(Self.old)])
        let (after, newRows) = (try vault.store.readState(), try rows(keychain))
        let newBag = try Keybag(encoded: after.keybag)
        #expect(after.epoch == before.epoch + 1)
        #expect(newRows.map(\.identifier) == oldRows.map(\.identifier))
        #expect(newRows.map(\.id) == oldRows.map(\.id))
        #expect(newRows.map(\.protection) == oldRows.map(\.protection))
        #expect(Set(newRows.map(\.primaryKey)).isDisjoint(with: oldRows.map(\.primaryKey)))
        #expect(Set(newRows.map(\.group)).isDisjoint(with: oldRows.map(\.group)))
        #expect(
            Set(newRows.compactMap(\.lookups.first))
                .isDisjoint(with: oldRows.compactMap(\.lookups.first))
        )
        #expect(Set(newRows.map(\.metadata)).isDisjoint(with: oldRows.map(\.metadata)))
        #expect(Set(newRows.compactMap(\.secret)).isDisjoint(with: oldRows.compactMap(\.secret)))
        #expect(newBag.keychain != oldBag.keychain)
        #expect(newBag.keychain == vault.device.successor(of: oldBag.keychain))
        #expect(newBag.presence?.publicKey != oldBag.presence?.publicKey)
        #expect(Set(newBag.slots.map(\.salt)).isDisjoint(with: oldBag.slots.map(\.salt)))
        #expect(
            Set(newBag.classKeys.map(\.check)).isDisjoint(with: oldBag.classKeys.map(\.check))
        )
    }

    /// An attacker with the passcode, the device key and an old copy of the file has all keys of
    /// that time (M64).
    @Test func oldKeysOpenNothingNew() throws {
        let keychain = try keychain(passcode: Self.old)
        try fill(keychain)
        let vault = try #require(keychain.vault)
        let before = try vault.store.readState()
        let opened = try KeySet(
            keybag: Keybag(encoded: before.keybag),
            epoch: before.epoch,
            device: vault.device
        ).opening(.passcode(Self.old))
        let old = opened.keys
        let oldPresence = try #require(try opened.presence())
        try keychain.access.rotate([.passcode(Self.old)])
        try keychain.set("stored later", for: GenericPassword(service: "later", account: "a"))
        let after = try vault.store.readState()
        let bag = try Keybag(encoded: after.keybag)
        #expect(throws: KeychainError.self) {
            try old.digests.open(after, keychain: bag.keychain)
        }
        let oldKeys = try ProtectionClass.allCases.map { try #require(old.classKeys($0)) }
        let new = try vault.freshKeys()
        var tried = 0
        try vault.store.forEachRow(RowQuery(wantsSecret: true)) { view in
            for keys in oldKeys {
                let row = LentRow(view: copy view, keys: old)
                #expect(throws: KeychainError(.corrupt)) { try row.open(with: keys) { _, _ in } }
                // Under the new contexts too: only the key is wrong then.
                let opened = LentRow(view: copy view, keys: new)
                #expect(throws: KeychainError(.corrupt)) { try opened.open(with: keys) { _, _ in } }
                tried += 1
            }
            return true
        }
        #expect(tried == 12 * oldKeys.count)
        // Neither the old roots nor the old presence key open anything of the new keybag.
        for wrapped in bag.classKeys {
            #expect(throws: KeychainError.self) {
                try wrapped.unwrap(
                    roots: old.roots,
                    binding: vault.device.binding(bag.keychain),
                    keychain: bag.keychain
                )
            }
        }
        let encapsulation = try PresenceKey.encapsulate(
            for: #require(bag.presence).publicKey,
            keychain: bag.keychain
        )
        let guess = try? oldPresence.secret(
            encapsulated: encapsulation.encapsulated,
            keychain: bag.keychain
        )
        #expect(guess != encapsulation.secret)
    }

    @Test func anItemsPasswordIsStillNeeded() throws {
        let keychain = try keychain(passcode: Self.old)
        try fill(keychain)
        for _ in 1...2 {
            try keychain.access.rotate([.passcode(Self.old)])
            for account in ["password", "both"] {
                #expect(throws: KeychainError(.authenticationFailed)) {
                    try read(account, keychain, Self.old, own: SecretBytes(utf8: "wrong"))
                }
            }
            #expect(throws: KeychainError(.authenticationFailed)) {
                try read("both", keychain, Self.new)
            }
        }
    }

    @Test func refusesWithoutThePasscode() throws {
        let without = try keychain(passcode: nil)
        #expect(throws: KeychainError(.noPasscode)) {
            try without.access.rotate([.passcode(Self.old)])
        }
        #expect(throws: KeychainError(.noPasscode)) {
            try without.access.rotate(newPasscode: Self.new)
        }
        let keychain = try keychain(passcode: Self.old)
        let before = try #require(keychain.vault).store.readState()
        #expect(throws: KeychainError(.authenticationRequired)) { try keychain.access.rotate() }
        #expect(throws: KeychainError(.authenticationFailed)) {
            try keychain.access.rotate([.passcode(Self.new)])
        }
        #expect(try #require(keychain.vault).store.readState() == before)
    }

    @Test func aLockedKeychainStaysLocked() throws {
        let keychain = try keychain(passcode: Self.old)
        try fill(keychain)
        try keychain.lock()
        try keychain.access.rotate([.passcode(Self.old)], newPasscode: Self.new)
        #expect(try keychain.lockState == .locked)
        #expect(LockingTests.read(.whenUnlocked, in: keychain) == .locked)
        #expect(LockingTests.read(.afterFirstUnlock, in: keychain) == nil)
        try keychain.unlock(passcode: Self.new)
        try check(keychain, passcode: Self.new)
    }

    @Test func removesWhatLostItsKey() throws {
        let keychain = try keychain(passcode: Self.old)
        try fill(keychain)
        try keychain.removePasscode(Self.old)
        let report = try keychain.access.rotate()
        #expect(report.itemCount == 10)
        #expect(report.destroyedCount == 1)
        try keychain.setPasscode(Self.new)
        #expect(
            LockingTests.read(.whenPasscodeSetThisDeviceOnly, in: keychain) == .itemNotFound
        )
        #expect(try keychain.verify().problems == [])
    }

    /// A rotation would otherwise give new seals to rows that an attacker exchanged (M63).
    @Test func refusesRowsThatWereRemoved() throws {
        let keychain = try keychain(passcode: nil)
        try fill(keychain)
        let store = try #require(keychain.vault).store
        let row = try #require(try rows(keychain).first)
        try store.write { try $0.delete(id: row.id) }
        let before = (try store.readState(), try rows(keychain))
        #expect(throws: KeychainError(.corrupt)) { try keychain.access.rotate() }
        #expect(try store.readState() == before.0)
        #expect(try rows(keychain) == before.1)
    }

    /// Other processes continue, with keys that the rotating process shared or by unlocking again.
    @Test(arguments: [true, false]) func otherProcessesFollow(_ shared: Bool) throws {
        let two = try LockingTests.Two(
            shared ? ProcessKeyRetention() : NoKeyRetention(),
            shared: shared
        )
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        try two.first.setPasscode(Self.old)
        try fill(two.first)
        let other = try two.second.withAccessGroups(["app", "other"])
        try two.second.unlock(passcode: Self.old)
        #expect(LockingTests.read(.whenUnlocked, in: other) == nil)
        let mark = try two.second.changeMark
        try two.first.access.rotate([.passcode(Self.old)], newPasscode: Self.new)
        #expect(try two.second.changeMark != mark)
        #expect(LockingTests.read(.always, in: other) == nil)
        #expect(LockingTests.read(.whenUnlocked, in: other) == (shared ? nil : .locked))
        if !shared { try other.unlock(passcode: Self.new) }
        try check(other, passcode: Self.new)
        // The second process writes, the first reads, and rotates again.
        try other.set("2", for: GenericPassword(service: "s", account: "second"))
        let second = GenericPassword(service: "s", account: "second")
        #expect(try two.first.secret(for: second)?.array == Array("2".utf8))
        try other.access.rotate([.passcode(Self.new)])
        if !shared { try two.first.unlock(passcode: Self.new) }
        try check(two.first, passcode: Self.new)
    }

    /// The log of a rotation, beside a file from before it, belongs to that file.
    @Test func aLogLeadsOverARotation() throws {
        let two = try LockingTests.Two(NoKeyRetention(), shared: false)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        let files = FileManager.default
        let copy = two.folder + "-copy"
        defer { try? files.removeItem(atPath: copy) }
        try fill(two.first)
        let path = try #require(two.first.path)
        var report = RotationReport()
        // A reader in the middle of its snapshot keeps the log.
        try #require(two.second.vault).store.read { snapshot in
            _ = try snapshot.epoch()
            report = try two.first.access.rotate()
            try files.createDirectory(
                atPath: copy,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            for name in ["default.keychain", "default.keychain-wal", "device.key"] {
                try files.copyItem(atPath: two.folder + "/" + name, toPath: copy + "/" + name)
            }
        }
        #expect(report.leavesRemains)
        var configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            folder: copy
        )
        configuration.retention = NoKeyRetention()
        let opened = try Keychain.open(.standard, configuration: configuration)
        try check(opened, passcode: nil)
        try opened.set("1", for: GenericPassword(service: "s", account: "after"))
        #expect(path != opened.path)
    }
}
