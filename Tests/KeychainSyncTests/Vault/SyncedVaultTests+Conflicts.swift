import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Values that were overwritten: seen, restored and dismissed.
extension SyncedVaultTests {
    /// Two devices, of which the second one has overwritten an edit of the first.
    private func overwritten() async throws -> (Device, Device) {
        let first = try await first()
        let second = try device(2)
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        try await join(second, try await code(first))
        try await rounds(first, second)
        clock.now += 10
        first.write("a0", "from first")
        clock.now += 10
        second.write("a0", "from second")
        try await rounds(first, second, first)
        return (first, second)
    }

    private func rounds(_ devices: Device...) async throws {
        for device in devices {
            #expect(try await device.vault.round(on: device.view).end == .upToDate(waiting: 0))
        }
    }

    private func overwrittenSecrets(_ device: Device) async throws -> [String?] {
        try await device.vault.conflicts().map { $0.secret?.string() }
    }

    private func secrets(_ device: Device) -> [String] {
        device.keychain.items().map(\.secret)
    }

    @Test func saysWhoOverwroteWhatAndWhen() async throws {
        let (first, _) = try await overwritten()
        let conflict = try #require(try await first.vault.conflicts().first)
        #expect(conflict.secret?.string() == "from first")
        #expect(conflict.lost.device == "first" && conflict.kept?.device == "second")
        #expect(conflict.lost.date == Date(timeIntervalSince1970: clock.now - 10))
        #expect(conflict.kept?.date == Date(timeIntervalSince1970: clock.now))
    }

    /// Restoring back and forth loses neither value, also if nothing is sent in between.
    @Test(arguments: [true, false]) func keepsWhatARestoredValueReplaces(
        _ isSent: Bool
    ) async throws {
        let (first, second) = try await overwritten()
        for (restored, kept) in [("from first", "from second"), ("from second", "from first")] {
            clock.now += 10
            try first.vault.restore(try #require(try await first.vault.conflicts().first))
            #expect(secrets(first) == [restored])
            #expect(try await overwrittenSecrets(first) == [kept])
            if isSent { try await rounds(first, second) }
        }
        try await rounds(first, second, first)
        for device in [first, second] {
            #expect(secrets(device) == ["from second"])
            #expect(try await overwrittenSecrets(device) == ["from first"])
        }
    }

    @Test func dismissesAValueOnAllDevices() async throws {
        let (first, second) = try await overwritten()
        try second.vault.dismiss(try #require(try await second.vault.conflicts().first))
        #expect(try await overwrittenSecrets(second) == [])
        try await rounds(second, first, second)
        for device in [first, second] {
            #expect(secrets(device) == ["from second"])
            #expect(try await overwrittenSecrets(device) == [])
        }
    }

    /// An edit that was made meanwhile is neither overwritten nor forgotten.
    @Test func refusesANumberOfBefore() async throws {
        let (first, _) = try await overwritten()
        let conflict = try #require(try await first.vault.conflicts().first)
        clock.now += 10
        first.write("a0", "meanwhile")
        #expect(await problem { try first.vault.restore(conflict) } == "changed")
        #expect(await problem { try first.vault.dismiss(conflict) } == "changed")
        #expect(secrets(first) == ["meanwhile"])
        #expect(try await overwrittenSecrets(first) == ["from first"])
    }

    @Test func aReaderSettlesNothing() async throws {
        let (first, _) = try await overwritten()
        let reader = try device(3)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await join(reader, code)
        try await rounds(first, reader)
        let conflict = try #require(try await reader.vault.conflicts().first)
        #expect(await problem { try reader.vault.restore(conflict) } == "readsOnly")
        #expect(await problem { try reader.vault.dismiss(conflict) } == "readsOnly")
        #expect(secrets(reader) == ["from second"])
    }
}
