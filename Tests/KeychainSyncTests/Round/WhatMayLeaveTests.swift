import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The bytes that an engine receives: every byte that it ever had is searched, as it is and opened
/// with the keys of members (item-semantics.md §4.6).
@Suite struct WhatMayLeaveTests {
    @Test(arguments: LeavingWay.all) func showsNothingElse(_ way: LeavingWay) async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        var held = ""
        for step in way.steps {
            try step(members[0].keychain)
            held += try texts(members[0].keychain)
            for member in members + members {
                #expect(try await member.synchronize() == .upToDate(waiting: 0))
            }
            // Changes on the other device come back to an engine too.
            try touch(members[1].keychain)
            for member in members.reversed() { try await member.synchronize() }
        }
        try expectNothingReadable(vault, members)
        let opened = try opened(vault, members[1])
        #expect(!opened.contains { contains($0, LeavingWay.stays) })
        // The search would find what stays: it is found where it may be.
        #expect(opened.contains { contains($0, LeavingWay.leaves) } == way.leaves)
        #expect(held.contains(LeavingWay.leaves) || held.contains(LeavingWay.stays))
        let arrived = try texts(members[1].keychain)
        #expect(!arrived.contains(LeavingWay.stays))
    }

    /// Synchronization's own rows, in the hidden group, and the keys in them.
    @Test func showsNothingOfItsOwnState() async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        let state = SecretBytes(utf8: LeavingWay.stays)
        try members[0].device.keep([.put(SyncStateName(kind: "other", id: [1]), state)])
        try LeavingWay.all[0].steps[0](members[0].keychain)
        for member in members + members { try await member.synchronize() }
        try await members[0].log().change(.rotate)
        try await members[0].synchronize()
        try expectNothingReadable(vault, members)
        #expect(!(try opened(vault, members[1])).contains { contains($0, LeavingWay.stays) })
    }

    /// An item that requires user authentication cannot be synchronizable at all.
    @Test func refusesToSynchronizeWhatRequiresItsUser() async throws {
        let keychain = try await VaultMember.two(MemoryVault())[0].keychain
        let request = ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [
                .account: .string("a"), .synchronizable: .number(1),
                .accessControl: .accessControl(.userPresence()),
            ],
            secret: SecretBytes(utf8: "secret")
        )
        let error = #expect(throws: KeychainError.self) { try keychain.perform(request) }
        #expect(error?.code == .invalidParameter)
    }

    // MARK: Looking

    /// No text, name or key is in any file of any state, nor in any path.
    private func expectNothingReadable(_ vault: MemoryVault, _ members: [VaultMember]) throws {
        var marks = [LeavingWay.leaves, LeavingWay.stays, "laptop", "desktop"].map {
            Array($0.utf8)
        }
        for member in members {
            let state = try member.device.state()
            let keys = try #require(try DeviceKeys(state))
            let seeds = [keys.signing, keys.early, keys.unlocked].compactMap(\.self)
            let ring = try VaultKeyring(state)
            var secrets = [ring.name].compactMap { $0?.bytes }
            for epoch in ring.epochs.values {
                secrets += [epoch.log, epoch.early, epoch.unlocked].compactMap { $0?.bytes }
            }
            #expect(seeds.count == 3 && secrets.count >= 4)
            marks += (seeds + secrets).map { $0.withUnsafeBytes { Array($0) } }
        }
        let files = vault.states.flatMap { Array($0.files) }
        #expect(files.count > 4)
        for bytes in Set(files.map(\.value) + files.map { Array($0.key.utf8) }) {
            for mark in marks where bytes.contains(mark) {
                Issue.record("\(String(decoding: mark, as: UTF8.self)) is readable")
            }
        }
    }

    /// All records that an engine ever had, opened.
    private func opened(_ vault: MemoryVault, _ member: VaultMember) throws -> [[UInt8]] {
        let log = try member.log()
        var records: [String: Set<[UInt8]>] = [:]
        for (path, bytes) in vault.states.flatMap({ Array($0.files) })
        where path.hasPrefix("items/") {
            records[path, default: []].insert(bytes)
        }
        return try records.flatMap { path, all in
            let name = path.split(separator: "/").last ?? ""
            let id = try #require(ItemID(SyncVector.bytes(hex: name)))
            return try all.map { try log.sealing.open($0, of: id).withUnsafeBytes { Array($0) } }
        }
    }

    private func contains(_ bytes: [UInt8], _ mark: String) -> Bool {
        bytes.contains(Array(mark.utf8))
    }

    /// All attributes of all items of a keychain, as text.
    private func texts(_ keychain: Keychain) throws -> String {
        try items(keychain).flatMap { $0.attributes ?? ItemAttributes() }.map { _, value in
            switch value {
            case .string(let text): text
            case .data(let data): String(decoding: data, as: UTF8.self)
            default: ""
            }
        }.joined(separator: " ")
    }

    /// Changes an attribute of each synchronizable item of a device.
    private func touch(_ keychain: Keychain) throws {
        let changes = ItemChanges(attributes: [.isInvisible: .number(1)], secret: nil)
        let touch = ItemRequest(
            .update(changes),
            itemClass: .genericPassword,
            attributes: [.synchronizable: .number(1)]
        )
        do { _ = try keychain.perform(touch) } catch {
            guard error.code == .itemNotFound else { throw error }
        }
    }

    private func items(_ keychain: Keychain) throws -> [ItemAnswer.Item] {
        var items: [ItemAnswer.Item] = []
        for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
            var request = ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: [.synchronizable: SynchronizationScope.any.value],
                limit: .all
            )
            request.returning = .attributes
            request.interaction = .skip
            do { items += try keychain.perform(request).items } catch {
                guard error.code == .itemNotFound else { throw error }
            }
        }
        return items
    }
}
