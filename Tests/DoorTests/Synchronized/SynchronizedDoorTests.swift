import KeeperRuns
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

/// An item that is stored as synchronizable through a door reaches another device, through the same
/// door.
@Suite(.throughEachKeeper) struct SynchronizedDoorTests {
    private static let doors: [any SynchronizedDoor] = [
        SynchronizedSecurityDoor(), SynchronizedValetDoor(), SynchronizedDVESecurityDoor(),
        SynchronizedStealthyStashDoor(),
    ]

    @Test(arguments: doors.indices) func reachesTheOtherDevice(_ index: Int) async throws {
        let door = Self.doors[index]
        let members = try await VaultMember.two(MemoryVault())
        try on(members[0]) {
            try door.store("first", account: "ann")
            try door.storeHere("here", account: "ann")
        }
        try await round(members)
        try on(members[1]) {
            #expect(try door.read(account: "ann") == "first")
            try door.update("second", account: "ann")
        }
        // The item that is not synchronizable has stayed.
        #expect(try count(members[0]) == 2)
        #expect(try count(members[1]) == 1)
        try await round(members)
        try await round(members)
        try on(members[0]) {
            #expect(try door.read(account: "ann") == "second")
            try door.delete(account: "ann")
        }
        try await round(members)
        try on(members[1]) {
            let gone = try door.read(account: "ann")
            #expect(gone == nil)
        }
        #expect(try count(members[0]) == 1)
        #expect(try count(members[1]) == 0)
    }

    private func round(_ members: [VaultMember]) async throws {
        for member in [members[0], members[1], members[0]] {
            #expect(try await member.synchronize() == .upToDate(waiting: 0))
        }
    }

    private func on(_ member: VaultMember, _ body: () throws -> Void) throws {
        try Keychain.withCurrent(KeeperRun.reaching(member.keychain), operation: body)
    }

    /// The number of passwords on a device, synchronizable or not.
    private func count(_ member: VaultMember) throws -> Int {
        var all = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all
        )
        all.returning = .attributes
        do { return try member.keychain.perform(all).items.count } catch {
            guard error.code == .itemNotFound else { throw error }
            return 0
        }
    }
}
