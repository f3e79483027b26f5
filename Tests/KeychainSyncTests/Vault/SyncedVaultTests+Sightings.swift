import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The times when a device last read something new of the other members.
extension SyncedVaultTests {
    private func sightings(_ device: Device) async throws -> [String: Date] {
        let devices = try await device.vault.status().devices
        return Dictionary(
            uniqueKeysWithValues: devices.compactMap { device in
                device.seen.map { (device.name, $0) }
            }
        )
    }

    var now: Date { Date(timeIntervalSince1970: clock.now) }

    /// Two admins that have read everything.
    func pair() async throws -> (Device, Device) {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        return (first, second)
    }

    /// A commit of another device, and an entry of the members by it.
    @Test func notesWhenItLastReadSomethingOfAMember() async throws {
        let (first, second) = try await pair()
        // The first device wrote all entries of the members.
        #expect(try await sightings(first) == [:])
        let joined = now
        #expect(try await sightings(second) == ["first": joined])
        clock.now += 60
        second.write("a0", "1")
        _ = try await second.vault.round(on: second.view)
        clock.now += 60
        let read = now
        _ = try await first.vault.round(on: first.view)
        #expect(try await sightings(first) == ["second": read])
        // Nothing new: the time stays, and nothing is written.
        clock.now += 60
        let mark = try first.keychain.state().mapValues { $0.withUnsafeBytes { Array($0) } }
        _ = try await first.vault.round(on: first.view)
        #expect(try await sightings(first) == ["second": read])
        #expect(try first.keychain.state().mapValues { $0.withUnsafeBytes { Array($0) } } == mark)
        _ = try await first.vault.rotate(on: first.view)
        _ = try await second.vault.round(on: second.view)
        #expect(try await sightings(second) == ["first": now])
    }

    @Test func forgetsRemovedMembers() async throws {
        let (first, second) = try await pair()
        second.write("a0", "1")
        _ = try await second.vault.round(on: second.view)
        _ = try await first.vault.round(on: first.view)
        #expect(try await sightings(first).count == 1)
        _ = try await first.vault.remove("second", on: first.view)
        let state = try first.keychain.state()
        #expect(state[MemberSightings.name]?.count == 0)
        #expect(MemberSightings(state).times == [:])
    }

    /// A state that is refused says nothing about members.
    @Test func learnsNothingFromAnAlarm() async throws {
        let (first, second) = try await pair()
        let before = try await sightings(second)
        clock.now += 60
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        second.view.fault = .away
        _ = try? await second.vault.round(on: second.view)
        #expect(try await sightings(second) == before)
    }

    /// The row of an older version is missing, and that of a newer one may have another form.
    @Test(arguments: [nil, [], [1], [UInt8](repeating: 0xFF, count: 24)] as [[UInt8]?])
    func readsOtherRowsAsNone(_ bytes: [UInt8]?) async throws {
        let (first, second) = try await pair()
        let name = MemberSightings.name
        try second.keychain.keep([bytes.map { .put(name, SecretBytes($0)) } ?? .remove(name)])
        #expect(try await sightings(second) == [:])
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        _ = try await second.vault.round(on: second.view)
        #expect(try await sightings(second) == ["first": now])
    }
}
