internal import Foundation
internal import KeychainSync
internal import PortableKeychain

extension Simulation {
    // MARK: At every moment

    func check() {
        for (number, device) in devices.enumerated() {
            checkPair(number, device)
            checkCursor(number, device)
            checkOwn(number, device)
        }
    }

    /// P15: changes that were written together appear together.
    private func checkPair(_ number: Int, _ device: Device) {
        let items = device.store.items()
        let events = Self.pair.map { account in
            Ghost.event(of: items.first { $0.account == account }?.secret)
        }
        guard events != [nil, nil] else { return }
        guard let first = events[0], pairs[first] == events[1] else {
            violations.append("P15: device \(number) shows \(events) together.")
            return
        }
    }

    /// P4: no device goes back.
    private func checkCursor(_ number: Int, _ device: Device) {
        guard let cursor = try? SyncLedger(device.store.state()).cursor else { return }
        if cursor < device.cursor {
            violations.append("P4: device \(number) went from \(device.cursor) to \(cursor).")
        }
        device.cursor = cursor
    }

    /// P5: a device shows the value that its user wrote, or one that replaced it knowingly, or
    /// keeps it in the history.
    private func checkOwn(_ number: Int, _ device: Device) {
        let items = device.store.items()
        for (place, event) in device.own where !ghost.replaced.contains(event) {
            let parts = place.split(separator: " ").map(String.init)
            guard let item = items.first(where: { $0.account == parts[0] }) else {
                // It may be locked.
                guard (try? device.store.content())?.isUnlocked == true else { continue }
                violations.append("P5: device \(number) lost \(place), event \(event).")
                continue
            }
            if Ghost.event(of: item.values[parts[1]]) == event { continue }
            let history = device.store.state(of: parts[0], sealing)?.history ?? []
            if history.contains(where: { Ghost.event(of: $0.text) == event }) { continue }
            guard (try? device.store.content())?.isUnlocked == true else { continue }
            violations.append("P5: device \(number) forgot \(place), event \(event).")
        }
    }

    // MARK: At the end

    func checkEnd() {
        var final: [String: ItemState] = [:]
        for (id, record) in engine.records {
            guard let state = sealing.state(in: record, of: id), let item = SimItem(state.item)
            else {
                violations.append("A record cannot be read.")
                return
            }
            final[item.account] = state
        }
        checkEqual(final)
        violations += ghost.violations(in: final)
        checkCommits()
    }

    /// P1: all devices have the content of the engine.
    private func checkEqual(_ final: [String: ItemState]) {
        let expected = final.compactMapValues { SimItem($0.item) }
        for (number, device) in devices.enumerated() {
            let items = Dictionary(
                device.store.items().map { ($0.account, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            if items != expected {
                violations.append("P1: device \(number) has \(items), the engine \(expected).")
            }
        }
    }

    private func checkCommits() {
        var versions: [Int: UnitVersion] = [:]
        var numbers: [DeviceID: UInt64] = [:]
        for commit in engine.commits {
            if commit.number != numbers[commit.author, default: 0] + 1 {
                violations.append("P6: commit \(commit.number) is twice or out of order.")
            }
            numbers[commit.author] = commit.number
            for change in commit.changes {
                guard let record = change.record else { continue }
                checkHome(record)
                guard let state = sealing.state(in: record, of: change.id) else { continue }
                for unit in state.units + state.history {
                    guard let event = Ghost.event(of: unit.text) else { continue }
                    if let other = versions[event], other != unit.version {
                        violations.append(
                            "P6: event \(event) was made twice: \(other) and \(unit.version)."
                        )
                    }
                    versions[event] = unit.version
                }
            }
        }
        for (event, version) in versions {
            for seen in ghost.events[event].seen {
                if let older = versions[seen], older >= version {
                    violations.append("PV: event \(event) is older than \(seen), which it saw.")
                }
            }
        }
    }

    /// P12: data that belong to a device are in no record.
    private func checkHome(_ record: [UInt8]) {
        guard let plain = try? sealing.open(record, of: ItemID(0, 0)) else { return }
        for mark in [Self.home, Self.local] {
            let isThere = plain.withUnsafeBytes { bytes in
                String(decoding: bytes, as: UTF8.self).contains(mark)
            }
            if isThere { violations.append("P12: \(mark) is in a record.") }
        }
    }
}
