import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Edits that no other device has, and a device that was removed.
extension SyncedVaultTests {
    private func reader(of first: Device) async throws -> Device {
        let reader = try device(2)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await join(reader, code)
        _ = try await first.vault.round(on: first.view)
        _ = try await reader.vault.round(on: reader.view)
        return reader
    }

    private func kinds(_ device: Device) throws -> [UnsentEdit.Kind] {
        try device.vault.unsentEdits().map(\.kind)
    }

    @Test func namesTheEditsOfAReader() async throws {
        let first = try await first()
        first.write("a0", "1")
        first.write("a1", "2")
        _ = try await first.vault.round(on: first.view)
        let reader = try await reader(of: first)
        #expect(try kinds(reader) == [])
        #expect(try await reader.vault.status().role == .reader)
        clock.now += 10
        reader.write("a0", "mine")
        // A round changes nothing about it.
        for _ in 0..<2 {
            #expect(try kinds(reader) == [.changed])
            #expect(try await reader.vault.status().unsent == 1)
            _ = try await reader.vault.round(on: reader.view)
        }
        let edit = try #require(try reader.vault.unsentEdits().first)
        try reader.vault.revert(edit)
        #expect(await problem { try reader.vault.revert(edit) } == "changed")
        #expect(reader.keychain.items().map(\.secret).sorted() == ["1", "2"])
        #expect(try kinds(reader) == [])
        // The next changes of the others are read as before.
        clock.now += 10
        first.write("a0", "3")
        _ = try await first.vault.round(on: first.view)
        _ = try await reader.vault.round(on: reader.view)
        #expect(reader.keychain.items().map(\.secret).sorted() == ["2", "3"])
        #expect(try kinds(reader) == [])
    }

    @Test func takesBackNothingThatIsOnlyHere() async throws {
        let first = try await first()
        let reader = try await reader(of: first)
        reader.write("b1", "mine")
        #expect(try kinds(reader) == [.added])
        let edit = try #require(try reader.vault.unsentEdits().first)
        #expect(await problem { try reader.vault.revert(edit) } == "onlyHere")
        #expect(reader.keychain.items().map(\.secret) == ["mine"])
    }

    @Test func countsWhatWaitsToBeSent() async throws {
        let first = try await first()
        first.write("a0", "1")
        #expect(try kinds(first) == [.added])
        _ = try await first.vault.round(on: first.view)
        #expect(try kinds(first) == [])
    }

    @Test func knowsWhoRemovedIt() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let second = try device(2)
        try await join(second, try await code(first))
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        #expect(try second.vault.removal() == nil)
        _ = try await first.vault.remove("second", on: first.view)
        #expect(try await second.vault.round(on: second.view).end == .notMember)
        let removal = VaultRemoval(device: "first", noticed: second.keychain.now)
        #expect(try second.vault.removal() == removal)
        #expect(try await second.vault.status().removal == removal)
        // It never becomes a member again, so the remote is not asked.
        second.view.fault = .away
        #expect(await problem { _ = try await second.vault.round(on: second.view) } == "notMember")
        #expect(second.view.fault != nil)
        // No device could join with a code of it.
        #expect(await problem { _ = try await code(second) } == "notMember")
        #expect(second.keychain.items().map(\.secret) == ["1"])
        second.view.fault = nil
        try second.vault.leave()
        try await join(second, try await code(first), name: "again")
        _ = try await first.vault.round(on: first.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(try second.vault.removal() == nil)
    }
}
