import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation

/// The cost limits of synchronization, over an engine in memory: real keychains on disk, real keys.
struct Gates {
    /// A failure that ends a measurement.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let count: Int
    private let folder: String

    /// Measures with a number of items, in keychains below a folder.
    init(count: Int, folder: String) { (self.count, self.folder) = (count, folder) }

    func lines() async throws -> [Gate] {
        let vault = MemoryVault(keepsFiles: false)
        let first = try GateDevice(folder + "/first", vault)
        let second = try GateDevice(folder + "/second", vault)
        let alone = try GateDevice(folder + "/alone", vault)
        for device in [first, alone] { try device.add(count) }
        try await join(first, second)
        let sessions = [try first.session(), try second.session()]
        var lines: [Gate] = []
        for (session, what) in zip(sessions, ["sent", "received"]) {
            let seconds = try await time { try await synchronize(session) }
            lines.append(
                Gate(
                    title: "first synchronization, \(count) items \(what)",
                    measured: seconds,
                    most: max(10, Double(count) / 1000),
                    unit: "s"
                )
            )
        }
        lines += try await rounds(first, sessions)
        lines += try await bytes(vault, first, second, sessions)
        lines.append(try await apart([first, second], sessions))
        lines.append(
            Gate(
                title: "memory of two devices and the remote at most, together",
                measured: Self.mostMemory,
                most: 100 + Double(count) * 0.005,
                unit: "MB"
            )
        )
        return lines + (try usual(first, alone))
    }

    /// The processor time of rounds with little or nothing to do.
    private func rounds(_ first: GateDevice, _ sessions: [SyncSession]) async throws -> [Gate] {
        let idle = try await median { _ in
        } measuring: {
            try await synchronize(sessions[0])
        }
        let here = try await median { round in
            try first.change(round, to: "changed \(round)")
        } measuring: {
            try await synchronize(sessions[0])
        }
        let elsewhere = try await median { round in
            try first.change(round, to: "changed again \(round)")
            try await synchronize(sessions[0])
        } measuring: {
            try await synchronize(sessions[1])
        }
        return [
            ("without a change", idle), ("after one change here", here),
            ("after one change elsewhere", elsewhere),
        ].map { what, measured in
            let title = "processor time of a round \(what)"
            return Gate(title: title, measured: measured, most: 60, unit: "ms")
        }
    }

    /// The bytes on the remote, and those that one change costs a reader.
    private func bytes(
        _ vault: MemoryVault,
        _ first: GateDevice,
        _ second: GateDevice,
        _ sessions: [SyncSession]
    ) async throws -> [Gate] {
        let stored = vault.state(vault.tip).files.values.reduce(0) { $0 + $1.count }
        let before = second.view.readBytes
        try first.change(0, to: "changed at last")
        for session in sessions { try await synchronize(session) }
        let read = Double(second.view.readBytes - before)
        let each = Double(stored) / Double(count)
        return [
            ("bytes on the remote, for each item", each, 1000),
            ("bytes read for one change elsewhere", read, 10_000),
        ]
        .map { Gate(title: $0, measured: $1, most: $2, unit: "bytes") }
    }

    /// The most memory that this process had until now, in MB.
    private static var mostMemory: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }

    /// Devices that were apart, and whose users have changed the same items.
    private func apart(_ devices: [GateDevice], _ sessions: [SyncSession]) async throws -> Gate {
        let both = min(count, 1000)
        for (place, device) in devices.enumerated() {
            for number in 0..<both { try device.change(number, to: "apart \(place) \(number)") }
        }
        let start = clock()
        for session in sessions + sessions { try await synchronize(session) }
        let spent = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        for number in 0..<both {
            let secrets = try devices.map { device in
                try device.secret(number)?.withUnsafeBytes { Array($0) }
            }
            guard secrets[0] == secrets[1] else {
                throw Failure(description: "the devices differ in item \(number)")
            }
        }
        return Gate(
            title: "processor time of two devices that have changed the same \(both) items",
            measured: spent,
            most: 10,
            unit: "s"
        )
    }

    private func join(_ first: GateDevice, _ second: GateDevice) async throws {
        try await VaultLog.create(
            on: first.view,
            store: first.store,
            name: "first",
            recovery: SecretBytes([UInt8](repeating: 7, count: 32))
        )
        guard let log = try VaultLog(engine: first.view, store: first.store) else { return }
        let keys = try DeviceKeys(entropy: .system)
        try await log.change(.add(keys.certificate, .writer, name: "second"))
        try second.store.keep(keys.rows + VaultLog.rows(joining: await log.membership.vault))
    }

    private func synchronize(_ session: SyncSession) async throws {
        for _ in 0..<200 {
            let end = try await session.round().end
            if end == .upToDate(waiting: 0) { return }
            guard end == .busy else { throw Failure(description: "a round ended with \(end)") }
        }
        throw Failure(description: "no end after 200 rounds")
    }

    // MARK: Reads and writes of programs

    /// The cost for programs in a keychain that is synchronized, compared with another one.
    private func usual(_ synchronized: GateDevice, _ alone: GateDevice) throws -> [Gate] {
        try [
            compared("reads beside synchronization's own rows", synchronized, alone) {
                try $0.read($1)
            },
            compared("writes beside synchronization's own rows", synchronized, alone) {
                try $0.change($1, to: "another one \($1)")
            },
        ]
    }

    private func compared(
        _ title: String,
        _ one: GateDevice,
        _ other: GateDevice,
        _ work: (GateDevice, Int) throws -> Void
    ) throws -> Gate {
        var best = [Double.infinity, .infinity]
        // In turns, so that other load on the machine affects both alike.
        for round in 0..<25 {
            for (place, device) in [one, other].enumerated() {
                let start = ContinuousClock.now
                for step in 0..<200 { try work(device, (round * 200 + step) * 7 % count) }
                best[place] = min(best[place], (ContinuousClock.now - start) / .seconds(1))
            }
        }
        return Gate(title: title, measured: best[0] / best[1], most: 1.15, unit: "times")
    }

    // MARK: Times

    private func time(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// The median in milliseconds of a body's processor time, each time after something else.
    ///
    /// The time of other programs and the disk is not a part of it: a round waits for some flushes.
    private func median(
        _ before: (Int) async throws -> Void,
        measuring body: () async throws -> Void
    ) async rethrows -> Double {
        var times: [Double] = []
        for round in 0..<11 {
            try await before(round)
            let start = clock()
            try await body()
            times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC))
        }
        return times.sorted()[5] * 1000
    }
}
