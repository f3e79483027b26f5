import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

/// Two devices that have edited one item apart: what was overwritten is kept, or nothing is.
@Suite struct OverwrittenValuesTests {
    /// Records with a limit.
    private struct LimitedSealing: RecordSealing {
        let limit: Int
        private let base = FakeSealing()

        init(limit: Int) { self.limit = limit }

        func id(of key: SyncKey) -> ItemID { base.id(of: key) }

        func seal(
            _ body: SecretBytes,
            of id: ItemID,
            whenUnlocked: Bool
        ) throws(KeychainError) -> [UInt8] {
            let record = try base.seal(body, of: id, whenUnlocked: whenUnlocked)
            guard record.count <= limit else { throw KeychainError(.dataTooLarge) }
            return record
        }

        func isCurrent(_ record: [UInt8]) -> Bool { base.isCurrent(record) }

        func needsUnlock(_ record: [UInt8]) -> Bool { base.needsUnlock(record) }

        func open(_ record: [UInt8], of id: ItemID) throws(KeychainError) -> SecretBytes {
            try base.open(record, of: id)
        }

        func tie(_ value: SecretBytes) -> [UInt8] { base.tie(value) }
    }

    /// The clock of all devices.
    ///
    /// `@unchecked Sendable`: a test runs in one task.
    private final class Time: @unchecked Sendable { var now = 1e9 }

    /// A device with its agent.
    private struct Device {
        let store: PlainStore
        let agent: Synchronizer

        func write(_ secret: String, label: String? = nil) {
            let item = SimItem(account: "a0", secret: secret, label: label, accessible: "ck")
            #expect(store.write([item]))
        }

        func secrets() -> [String] { store.items().map(\.secret) }

        /// The secrets that were overwritten, as the record has them.
        func overwritten() throws -> [String?] {
            let sealing = FakeSealing()
            let id = sealing.id(of: SimItem.key("a0"))
            guard let record = try SyncLedger(store.state()).records[id] else { return [] }
            let state = try ItemState(sealing.open(record, of: id))
            return state.history.map { $0.value?.secret?.string() }
        }
    }

    private let time = Time()
    private let engine = PlainEngine()

    private func device(_ number: UInt64, limit: Int) -> Device {
        let time = time
        let store = PlainStore { Date(timeIntervalSince1970: time.now) }
        let agent = Synchronizer(
            store: store,
            engine: engine,
            device: DeviceID(0, number),
            sealing: LimitedSealing(limit: limit)
        )
        return Device(store: store, agent: agent)
    }

    private func rounds(_ devices: Device...) async throws {
        for device in devices {
            #expect(try await device.agent.synchronize() == .upToDate(waiting: 0))
        }
    }

    /// Two devices with one item.
    private func devices(limit: Int = 4000) async throws -> (Device, Device) {
        let (first, second) = (device(1, limit: limit), device(2, limit: limit))
        first.write("1")
        try await rounds(first, second)
        return (first, second)
    }

    /// Lets a device overwrite the value of the other one.
    private func overwrite(_ lost: String, of second: Device, by first: Device, _ kept: String) {
        time.now += 10
        second.write(lost)
        time.now += 10
        first.write(kept)
        time.now += 10
    }

    private func value(_ letter: Character, _ count: Int) -> String {
        String(repeating: letter, count: count)
    }

    /// No time ends it, because a clock that is ahead would end it on all devices.
    @Test func keepsTheValueOfADeviceThatWasAway() async throws {
        let (first, second) = try await devices()
        overwrite("of the one that was away", of: second, by: first, "newer")
        try await rounds(first)
        time.now += 200 * 86_400
        try await rounds(second, first, second)
        for label in ["1", "2"] {
            time.now += 200 * 86_400
            first.write("newer", label: label)
            try await rounds(first, second)
            for device in [first, second] {
                #expect(device.secrets() == ["newer"])
                #expect(try device.overwritten() == ["of the one that was away"])
            }
        }
    }

    /// No record has room for both values, so each device keeps its own until one of them is shorter.
    @Test(arguments: [true, false]) func overwritesNothingWithoutRoom(
        _ isNewerOnLog: Bool
    ) async throws {
        let (first, second) = try await devices()
        let (own, other) = (value("o", 3000), value("l", 3000))
        if isNewerOnLog {
            overwrite(own, of: second, by: first, other)
        } else {
            overwrite(other, of: first, by: second, own)
        }
        try await rounds(first)
        let sequence = try await engine.head().sequence
        for _ in 0..<3 {
            let end = try await second.agent.synchronize()
            #expect(end == .upToDate(waiting: 0, oversized: 1))
            #expect(second.secrets() == [own])
        }
        #expect(try await engine.head().sequence == sequence)
        try await rounds(first)
        #expect(first.secrets() == [other])
        time.now += 10
        second.write("short")
        try await rounds(second, first)
        for device in [first, second] {
            #expect(device.secrets() == ["short"])
            #expect(try device.overwritten() == [other])
        }
    }

    /// Values that were overwritten before make room, but not those that are overwritten now.
    @Test func dropsTheOldestForRoom() async throws {
        let (first, second) = try await devices()
        overwrite(value("h", 1500), of: second, by: first, "kept")
        try await rounds(first, second, first)
        #expect(try first.overwritten() == [value("h", 1500)])
        overwrite(value("l", 1500), of: second, by: first, value("k", 1500))
        try await rounds(first, second, first)
        #expect(try first.overwritten() == [value("l", 1500)])
        time.now += 10
        first.write(value("e", 3000))
        try await rounds(first, second)
        #expect(try second.overwritten() == [])
        #expect(second.secrets() == [value("e", 3000)])
    }
}
