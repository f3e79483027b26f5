import Crypto
import Foundation
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The rules of vault-format.md about behaviour in time, which no vector can show.
@Suite struct SealingTests {
    private let retention = ProcessKeyRetention()

    private func vault() throws -> Vault {
        try Vault.create(
            nil,
            device: DeviceKey(entropy: .system),
            world: Vault.World(retention: retention)
        )
    }

    private func row(_ vault: Vault, _ account: String) -> PlainRow {
        PlainRow(
            classCode: .genericPassword,
            identifier: KeychainEntropy.system.bytes(16),
            isSynchronizable: false,
            isTombstone: false,
            protectionClass: .whenUnlocked,
            index: PlainRow.Index(
                primaryKey: [(.account, Array(account.utf8))],
                group: (.accessGroup, Array("app".utf8)),
                lookups: [(.account, Array(account.utf8)), nil, nil]
            ),
            attributes: [.accessGroup: .string("app"), .account: .string(account)],
            secret: secret(account)
        )
    }

    private func add(_ count: Int, to vault: Vault) throws {
        for number in 0..<count {
            try vault.change { transaction throws(KeychainError) in
                try transaction.insert(row(vault, "account \(number)"))
            }
        }
    }

    private func rows(_ vault: Vault) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        try vault.store.forEachRow(RowQuery(wantsSecret: true)) { row in
            rows.append(row.copy())
            return true
        }
        return rows
    }

    private func generation(_ vault: Vault) throws -> UInt64 {
        let keys = try vault.freshKeys()
        return try keys.digests.open(try vault.store.readState(), keychain: keys.keybag.keychain)
            .generation
    }

    /// M10.
    @Test func drawsANewNonceEachTime() throws {
        let key = SymmetricKey.random(.system)
        let nonces = try (0..<500).map { _ in
            try Array("x".utf8).withRawBytes { bytes throws(KeychainError) in
                try Box.seal(bytes, key: key, context: [], entropy: .system).prefix(12)
            }
        }
        #expect(Set(nonces).count == 500)
    }

    /// M9.
    @Test func refusesAttributesThatAreTooLong() throws {
        let vault = try vault()
        var long = row(vault, "a")
        long.attributes[.comment] = .data(Data(count: Limits.attributesLength))
        #expect(throws: KeychainError(.dataTooLarge)) {
            try vault.change { transaction throws(KeychainError) in try transaction.insert(long) }
        }
        #expect(try vault.verify().problems == [])
    }

    /// M21: neither a process of the user nor another copy of the keychain makes us seal under
    /// keys that do not open later.
    @Test func takesNoSharedKeysThatAreNotOurs() throws {
        let vault = try vault()
        try vault.setPasscode(from: nil, to: (secret("passcode"), LockingTests.cheap))
        try vault.lock()
        let keybag = try vault.freshKeys().keybag
        let planted = [6, 9, 12].compactMap { ProtectionClass(rawValue: $0) }.map {
            ClassKeys(Protection($0, generation: 1), master: .random(.system))
        }
        _ = retention.keep(
            SharedKeys.encode(planted, epoch: try vault.store.epoch(), deadline: 1e12),
            as: SharedKeys.name(keybag, .whenUnlocked),
            for: 600
        )
        #expect(try vault.lockState == .locked)
        #expect(throws: KeychainError(.locked)) { try add(1, to: vault) }
    }

    /// M24 and M25.
    @Test func wrapsTheSameKeysForEachPasscode() throws {
        let vault = try vault()
        var keybags = [try vault.freshKeys().keybag]
        let master = try vault.freshKeys().classKeys(.whenUnlocked)?.master
        let steps: [(String?, String?)] = [
            (nil, "one"), ("one", "two"), ("two", nil), (nil, "three"),
        ]
        var twelves: [SymmetricKey?] = []
        for (old, new) in steps {
            try vault.setPasscode(
                from: old.map { secret($0) },
                to: new.map { (secret($0), LockingTests.cheap) }
            )
            let keys = try vault.freshKeys()
            keybags.append(keys.keybag)
            #expect(keys.classKeys(.whenUnlocked)?.master == master)
            twelves.append(keys.classKeys(.whenPasscodeSetThisDeviceOnly)?.master)
        }
        #expect(keybags.map(\.passcodeGeneration) == [0, 1, 1, 1, 2])
        #expect(twelves[0] == twelves[1] && twelves[0] != nil)
        #expect(twelves[2] == nil && twelves[3] != nil && twelves[3] != twelves[0])
        let salts = keybags.flatMap { $0.slots.map(\.salt) }
        let boxes = keybags.flatMap { $0.classKeys.map(\.box) + $0.slots.map(\.box) }
        #expect(Set(salts).count == salts.count)
        #expect(Set(boxes).count == boxes.count)
    }

    /// M26.
    @Test func letsOneOfManySetThePasscode() async throws {
        let vault = try vault()
        let codes = await withTaskGroup(of: KeychainError.Code?.self) { group in
            for number in 0..<4 {
                group.addTask {
                    do throws(KeychainError) {
                        let new = (secret("passcode \(number)"), LockingTests.cheap)
                        try vault.setPasscode(from: nil, to: new)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: [KeychainError.Code?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(Set(codes).subtracting([nil, .authenticationFailed, .notAvailable]) == [])
    }

    /// M32: as if two accounts had one token.
    @Test func comparesWhatATokenFound() throws {
        let vault = try vault()
        var deceptive = row(vault, "wanted")
        deceptive.attributes[.account] = .string("found")
        let row = deceptive
        try vault.change { transaction throws(KeychainError) in try transaction.insert(row) }
        let configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        let keychain = Keychain(vault: vault, configuration: configuration, path: nil)
        #expect(throws: KeychainError(.itemNotFound)) {
            _ = try keychain.keeper.perform(
                ItemRequest(
                    .copyMatching,
                    itemClass: .genericPassword,
                    attributes: [.account: .string("wanted")],
                    returning: [.attributes]
                )
            )
        }
    }

    /// M40: deleting a row that was changed from outside does not make the sums agree again.
    @Test func neverSealsAForeignChange() throws {
        let vault = try vault()
        try add(3, to: vault)
        var changed = try rows(vault)[1]
        changed.flags = PlainRow.tombstoneFlag
        try vault.store.write { try $0.update(changed, keepingSecret: false) }
        try vault.change { transaction throws(KeychainError) in
            var found: [VaultTransaction.Stored] = []
            try transaction.search(RowPattern(classCode: .genericPassword)) { row in
                if row.id == changed.id { found.append(VaultTransaction.Stored(row)) }
                return true
            }
            for row in found { try transaction.delete(row) }
        }
        #expect(try rows(vault).count == 2)
        #expect(try vault.verify().problems.count == 1)
    }

    /// M42 and M43.
    @Test func countsChangesAndEpochs() throws {
        let vault = try vault()
        #expect(try generation(vault) == 0)
        try add(2, to: vault)
        #expect(try generation(vault) == 2)
        #expect(try vault.store.epoch() == 1)
        try vault.setPasscode(from: nil, to: (secret("passcode"), LockingTests.cheap))
        #expect(try vault.store.epoch() == 2)
        try vault.lock()
        #expect(try vault.store.epoch() == 3)
        #expect(try generation(vault) == 4)
    }

    /// M44.
    @Test func checksEveryAbsence() throws {
        let vault = try vault()
        try add(3, to: vault)
        let hidden = try rows(vault)[1].id
        try vault.store.write { try $0.delete(id: hidden) }
        #expect(throws: KeychainError(.corrupt)) { try vault.confirmAbsence() }
    }

    /// M47.
    @Test func locksEvenIfTheFileIsUnreadable() throws {
        let vault = try vault()
        try vault.setPasscode(from: nil, to: (secret("passcode"), LockingTests.cheap))
        #expect(try vault.lockState == .unlocked)
        let name = SharedKeys.name(try vault.freshKeys().keybag, .whenUnlocked)
        #expect(retention.find(name) != nil)
        var state = try vault.store.readState()
        state.epoch = .max
        let damaged = state
        try vault.store.write { try $0.writeState(damaged) }
        #expect(throws: KeychainError(.corrupt)) { try vault.lock() }
        #expect(try vault.lockState == .locked)
        #expect(retention.find(name) == nil)
    }

    /// M28.
    @Test func keepsTheDeviceKeyForItsUserAlone() throws {
        let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = KeychainFolder(folder)
        #expect(try place.deviceKey() == nil)
        let key = try place.makeDevice(entropy: .system).key
        #expect(try place.makeDevice(entropy: .system).key.identifier == key.identifier)
        let facts = try FileManager.default.attributesOfItem(atPath: place.deviceKeyPath)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640],
            ofItemAtPath: place.deviceKeyPath
        )
        #expect(throws: KeychainError(.unsafePermissions)) { try place.deviceKey() }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: place.deviceKeyPath
        )
        try FileManager.default.moveItem(atPath: place.deviceKeyPath, toPath: folder + "/real")
        try FileManager.default.createSymbolicLink(
            atPath: place.deviceKeyPath,
            withDestinationPath: folder + "/real"
        )
        #expect(throws: KeychainError.self) { try place.deviceKey() }
    }
}
