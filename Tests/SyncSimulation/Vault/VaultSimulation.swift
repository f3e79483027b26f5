internal import Foundation
package import KeychainSync
@_spi(Keepers) internal import PortableKeychain

/// Some devices with real keys over one engine, which is honest, or lies to one of them.
///
/// An honest engine must never raise an alarm, and in the end all members have the same items. With
/// a lying one each device has what some device really committed, or has raised an alarm.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class VaultSimulation: @unchecked Sendable {
    final class Device {
        let store: PlainStore
        let view: VaultView
        var id: DeviceID?
        /// The epochs whose keys were in use when it joined, and those that began later; `nil` for
        /// the device that began the vault.
        var firstEpochs: Set<UInt32>?
        var isMember = false
        var end: SyncRound.End?
        /// The states of the engine of which it may have shown the last one; `nil` before the first.
        ///
        /// Several, because a state that differs from another one in members only shows as that one.
        var shown: [Int]?

        init(_ store: PlainStore, _ view: VaultView) { (self.store, self.view) = (store, view) }
    }

    final class Time: @unchecked Sendable { var now = 700_000_000.0 }

    /// The prefix of secrets, so that they are found if they are ever readable.
    package static let mark = "SECRET-OF-EVENT-"

    let vault = MemoryVault()
    var random: SeededRandom
    private let lie: VaultLie?
    private let time = Time()
    private var devices: [Device] = []
    private var events = 0
    private var violations: [String] = []
    private let entropy: KeychainEntropy
    /// Whether the lie was noticed.
    package private(set) var alarms: [TrustAlarm] = []

    package init(seed: UInt64, lie: VaultLie? = nil) {
        random = SeededRandom(seed)
        self.lie = lie
        entropy = SeededSource.entropy(seed)
    }

    /// Runs everything.
    ///
    /// - Returns: The rules that did not hold.
    package func run(steps: Int = 24) async throws -> [String] {
        try await begin()
        for step in 0..<steps where violations.isEmpty {
            time.now += 1
            if step == steps / 2, let lie { random.pick(devices)?.view.begin(lie, &random) }
            if step == steps * 3 / 4, lie == .fork {
                for device in devices { device.view.line = nil }
            }
            try await act()
        }
        if violations.isEmpty { try await heal() }
        checkBytes()
        try checkKeys()
        return violations
    }

    private func begin() async throws {
        let first = device()
        try await VaultLog.create(
            on: first.view,
            store: first.store,
            name: "first",
            recovery: SecretBytes([UInt8](repeating: 7, count: 32)),
            entropy: entropy
        )
        first.isMember = true
        first.id = try open(first)?.device
        for number in 0..<(1 + random.below(2)) { try await join("device \(number)") }
    }

    private func device() -> Device {
        let time = time
        let store = PlainStore { Date(timeIntervalSinceReferenceDate: time.now) }
        let device = Device(store, VaultView(vault))
        devices.append(device)
        return device
    }

    private func open(_ device: Device) throws -> VaultLog? {
        try VaultLog(engine: device.view, store: device.store, entropy: entropy)
    }

    private func join(_ name: String) async throws {
        guard let sponsor = devices.first(where: { $0.isMember && $0.view.isHonest }),
            let log = try open(sponsor)
        else { return }
        let keys = try DeviceKeys(entropy: entropy)
        do {
            sponsor.store.setLocked(false)
            try await log.change(.add(keys.certificate, .writer, name: name))
        } catch {
            return
        }
        let new = device()
        try new.store.keep(keys.rows + VaultLog.rows(joining: await log.membership.vault))
        (new.isMember, new.id) = (true, keys.id)
        new.firstEpochs = await log.epochsInUse
    }

    // MARK: Events

    private func act() async throws {
        guard let device = random.pick(devices) else { return }
        switch random.below(100) {
        case ..<36: write(device)
        case ..<40: device.store.setLocked(true)
        case ..<46: device.store.setLocked(false)
        case ..<50 where devices.count < 5: try await join("late")
        case ..<55: try await changeKeys(device)
        case ..<60: device.view.deliver()
        case ..<66: try await cut(device)
        case ..<74:
            device.view.fault =
                random.pick([.lostRequest, .lostAnswer, .lateCopy, .away]) ?? .away
            try await synchronize(device)
        default: try await synchronize(device)
        }
    }

    private func write(_ device: Device) {
        let account = random.pick(["a0", "a1", "b0", "b1"]) ?? "a0"
        if random.chance(20) {
            _ = device.store.delete(account)
            return
        }
        events += 1
        let item = SimItem(
            account: account,
            secret: "\(Self.mark)\(events)",
            accessible: account.hasPrefix("a") ? "ck" : "ak"
        )
        _ = device.store.write([item])
        _ = device.store.writeLocal("local", secret: "\(Self.mark)local")
    }

    /// Rotates the keys, or removes a device.
    private func changeKeys(_ device: Device) async throws {
        guard device === devices[0], let log = try open(device) else { return }
        let other = devices.dropFirst().last { $0.isMember }
        do {
            if devices.count > 2, let other, let id = other.id, random.chance(40) {
                try await log.change(.remove(id))
                other.isMember = false
            } else {
                try await log.change(.rotate)
                if random.chance(50) { _ = try await log.renewRecords() }
                if random.chance(70) { try await log.cut() }
            }
        } catch .alarm(let alarm) {
            note(alarm, device)
        } catch {
            // Offline, or locked: nothing has happened, or it is found at the next round.
            return
        }
    }

    private func cut(_ device: Device) async throws {
        guard let log = try open(device) else { return }
        device.view.fault = random.chance(30) ? random.pick([.lostAnswer, .lateCopy, .away]) : nil
        do { try await log.cut() } catch .alarm(let alarm) {
            note(alarm, device)
        } catch {
            // Offline, locked, or removed: nothing has happened, or it is found at the next round.
            return
        }
    }

    private func note(_ alarm: TrustAlarm, _ device: Device) {
        alarms.append(alarm)
        if lie == nil || device.view.isHonest, lie != .fork {
            violations.append("P9: an honest engine raised the alarm \(alarm).")
        }
    }

    private func synchronize(_ device: Device) async throws {
        guard let log = try open(device) else { return }
        let agent = Synchronizer(
            store: device.store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        do throws(KeychainError) {
            let end = try await agent.synchronize()
            device.end = end
            if case .alarm(let alarm) = end { note(alarm, device) }
            if end == .wentBack { violations.append("The log went back unnoticed.") }
            if end == .notMember { device.isMember = false }
        } catch {
            guard error.code == .locked else { throw error }
        }
        try checkTruth(device)
    }

    // MARK: Rules

    /// P8, P10: the entries that a device has verified are those that devices committed, in one
    /// line.
    private func checkTruth(_ device: Device) throws {
        let ledger = try SyncLedger(device.store.state())
        let records = Dictionary(
            uniqueKeysWithValues: ledger.records.map { (VaultPath.record($0.key), $0.value) }
        )
        let shown = vault.states.indices.filter { index in
            let files = vault.state(index).files
            guard VaultHead(files[VaultPath.head] ?? [])?.sequence ?? 0 == ledger.cursor,
                files.filter({ $0.key.hasPrefix("items/") }) == records
            else { return false }
            return device.shown?.contains { vault.descends(index, from: $0) } ?? true
        }
        guard !shown.isEmpty else {
            violations.append("P8: a device has what nobody committed.")
            return
        }
        device.shown = shown
    }

    /// P18: a device that joined later has no keys but those that were in use then, and later ones.
    private func checkKeys() throws {
        for device in devices {
            guard let first = device.firstEpochs, let last = first.max() else { continue }
            let rows = try device.store.state().keys.filter { $0.kind == "epoch" }
            let epochs = Set(rows.map { $0.id.reduce(0) { $0 << 8 | UInt32($1) } })
            let older = epochs.filter { $0 < last }
            if !older.isSubset(of: first) {
                violations.append("P18: a device has keys of before it joined: \(older.sorted())")
            }
        }
    }

    /// P12: nothing that an engine sees can be read.
    private func checkBytes() {
        let mark = Array(Self.mark.utf8)
        for file in Set(vault.states.flatMap(\.files.values)) where file.contains(mark) {
            violations.append("P12: a secret is readable.")
        }
    }

    private func heal() async throws {
        for device in devices {
            device.store.setLocked(false)
            device.view.fault = nil
            while !device.view.late.isEmpty { device.view.deliver() }
        }
        for _ in 0..<6 { for device in devices { try await synchronize(device) } }
        guard lie == nil else { return }
        let members = devices.filter { $0.end == .upToDate(waiting: 0) }
        let all = members.map { $0.store.items().sorted { $0.account < $1.account } }
        if members.isEmpty { violations.append("P0: nobody is up to date.") }
        if Set(all.map { "\($0)" }).count > 1 { violations.append("P1: members differ: \(all)") }
        for device in devices where device.end != .upToDate(waiting: 0) {
            guard device.end != .notMember else { continue }
            violations.append("P0: no rest: \(String(describing: device.end))")
        }
    }
}

extension VaultView {
    /// Whether the device sees the true state.
    var isHonest: Bool { lie == nil && frozen == nil && line == nil }
}
