internal import KeychainSync
internal import PortableKeychain

extension SharingSimulation {
    /// V6: no member of a vault writes into other groups of others.
    func checkPlanted() {
        for device in devices {
            for item in device.store.items() where item.secret == Self.planted {
                violations.append("V6: device \(device.number) shows a planted \(item.account).")
            }
        }
    }

    func checkEnd() {
        checkPlanted()
        checkKeys()
        checkEverybodyIsIn()
        var logged: [String: ItemState] = [:]
        for vault in vaults { logged.merge(states(of: vault)) { first, _ in first } }
        checkEqual(logged)
        checkWaiting()
        checkKept(logged)
        checkDeleted(logged)
        checkAllowed()
        if isCalm { checkOnce(logged) }
    }

    /// The states on the log of a vault, by place.
    private func states(of vault: SharedVault) -> [String: ItemState] {
        let sealing = EpochSealing(Keyring(Set(1...vault.epoch), newest: vault.epoch))
        var states: [String: ItemState] = [:]
        for (id, record) in vault.engine.records {
            guard let state = sealing.state(in: record, of: id), let item = SimItem(state.item)
            else {
                violations.append("A record cannot be read.")
                continue
            }
            if item.secret != Self.planted { states[item.account] = state }
        }
        return states
    }

    private func events(_ state: ItemState) -> Set<Int> {
        Set((state.units + state.history).compactMap { Ghost.event(of: $0.text) })
    }

    /// V1, V2: a device has keys and items of a vault only for the time in which its person is in.
    private func checkKeys() {
        for vault in vaults {
            for (device, ring) in vault.rings where vault.devices[device] == nil {
                guard let removal = vault.removals[device] else { continue }
                let later = vault.engine.commits.dropFirst(Int(removal.sequence))
                let records = later.flatMap { $0.changes.compactMap(\.record?.first) }
                if records.contains(where: ring.epochs.contains)
                    || ring.epochs.contains(vault.epoch)
                {
                    violations.append("V2: device \(device) can open what came after its removal.")
                }
            }
            for (device, person) in vault.devices {
                let isIn =
                    vault.number < personCount
                    ? vault.number == person : vault.persons[person] != nil
                let isLost = device >= 1000 || devices[device].isLost
                // A person without a device that could notice cannot remove it.
                if !isIn || isLost {
                    violations.append("V1: device \(device) is in vault \(vault.number).")
                }
            }
            for device in devices { checkShown(device, vault) }
        }
    }

    private func checkShown(_ device: SharingDevice, _ vault: SharedVault) {
        for item in device.store.items()
        where SharedStore.vault(of: item.account) == vault.number {
            guard vault.rings[device.number] != nil else {
                violations.append("V1: device \(device.number) has \(item.account).")
                continue
            }
            guard let removal = vault.removals[device.number] else { continue }
            for event in item.values.values.compactMap(Ghost.event)
            where event >= removal.event && ghost.events[event].device != device.number {
                violations.append("V2: device \(device.number) shows \(event) after its removal.")
            }
        }
    }

    /// V3: each device of a person is in all vaults of the person, without a question to others.
    private func checkEverybodyIsIn() {
        for vault in vaults.dropFirst(personCount) {
            for device in living
            where vault.persons[device.person] != nil && vault.devices[device.number] == nil {
                violations.append("V3: device \(device.number) is not in vault \(vault.number).")
            }
        }
    }

    /// P1: members have the content of the log, except for deletions that wait.
    private func checkEqual(_ logged: [String: ItemState]) {
        for vault in vaults {
            let expected = logged.filter { SharedStore.vault(of: $0.key) == vault.number }
                .compactMapValues { SimItem($0.item) }
            for device in living where vault.devices[device.number] != nil {
                let items = device.store.items()
                    .filter { SharedStore.vault(of: $0.account) == vault.number }
                let shown = Dictionary(items.map { ($0.account, $0) }) { first, _ in first }
                let isSent = { (place: String) in !device.held.contains(place) }
                if shown.filter({ isSent($0.key) }) != expected.filter({ isSent($0.key) }) {
                    violations.append(
                        "P1: device \(device.number) has \(shown), the log \(expected)."
                    )
                }
            }
        }
    }

    /// P0: what waits, waits for a user: to look at overwritten values, or to decide about an item that cannot be sent.
    private func checkWaiting() {
        for device in living {
            for place in device.held.sorted() {
                guard let number = SharedStore.vault(of: place),
                    vaults[number].devices[device.number] != nil, !isStuck(place, device)
                else { continue }
                if device.item(place) == nil, view(device, vaults[number]).hasOverwritten(place) {
                    continue
                }
                violations.append("P0: \(place) waits for nothing on device \(device.number).")
            }
        }
    }

    /// Whether a place waits for an item that cannot be sent before a user decides: it is in a vault of which this
    /// person is no longer a member, or the items wait for each other in a ring.
    private func isStuck(
        _ place: String,
        _ device: SharingDevice,
        passing passed: Set<String> = []
    ) -> Bool {
        guard !passed.contains(place) else { return true }
        guard device.held.contains(place), let note = device.notes[place] else { return false }
        return note.places.contains { other in
            guard let number = SharedStore.vault(of: other) else { return false }
            return vaults[number].devices[device.number] == nil
                || isStuck(other, device, passing: passed.union([place]))
        }
    }

    /// P2: each value that no user replaced or deleted is on a log, or with its user.
    ///
    /// The latter is right only if it cannot be sent, and the device reports it: because the person was
    /// removed from the vault, or because it is in the place of an item that cannot be sent, whose only
    /// record it would overwrite.
    private func checkKept(_ logged: [String: ItemState]) {
        var kept = logged.values.reduce(into: Set<Int>()) { $0.formUnion(events($1)) }
        for device in living {
            for item in device.store.items() {
                guard let number = SharedStore.vault(of: item.account),
                    vaults[number].devices[device.number] == nil || isStuck(item.account, device)
                else { continue }
                kept.formUnion(item.values.values.compactMap(Ghost.event))
                let known = view(device, vaults[number]).known(item.account)
                if let known { kept.formUnion(events(known)) }
            }
        }
        let lost = Set(devices.filter(\.isLost).map(\.number))
        for event in ghost.wanted(without: lost, sent: everSent()) where !kept.contains(event) {
            violations.append("P2: event \(event) is lost: \(ghost.events[event]).")
        }
    }

    /// The values that ever were in a record, with their places.
    private func everSent() -> Set<SharingGhost.Value> {
        var sent: Set<SharingGhost.Value> = []
        for vault in vaults {
            let sealing = EpochSealing(Keyring(Set(1...vault.epoch), newest: vault.epoch))
            for change in vault.engine.commits.flatMap(\.changes) {
                guard let record = change.record,
                    let state = sealing.state(in: record, of: change.id),
                    let item = SimItem(state.item)
                else { continue }
                for text in (state.units + state.history).compactMap(\.text) {
                    guard Ghost.event(of: text) != nil else { continue }
                    sent.insert(SharingGhost.Value(place: item.account, text: text))
                }
            }
        }
        return sent
    }

    /// P3: a deleted item does not come back.
    private func checkDeleted(_ logged: [String: ItemState]) {
        let held = living.reduce(into: Set<String>()) { $0.formUnion($1.held) }
        var deleted: [String: Set<Int>] = [:]
        for deletion in ghost.deletions {
            guard let vault = SharedStore.vault(of: deletion.place),
                !devices[deletion.device].isLost, vaults[vault].devices[deletion.device] != nil
            else { continue }
            deleted[deletion.place, default: []].formUnion(deletion.events)
        }
        for (place, state) in logged where !held.contains(place) {
            let found = events(state)
            let gone = (deleted[place] ?? []).subtracting(ghost.moved[place] ?? [])
            if !found.isEmpty, found.isSubset(of: gone) {
                violations.append("P3: \(place) came back with \(found).")
            }
        }
    }

    /// V4: no value gets into a vault unless a user wrote it there or moved it there.
    private func checkAllowed() {
        for value in everSent() {
            guard let event = Ghost.event(of: value.text) else { continue }
            if !ghost.events[event].allowed.contains(value.place) {
                violations.append("V4: event \(event) got into \(value.place) by itself.")
            }
        }
    }

    /// V5: if nothing happened apart, each value is in one vault.
    private func checkOnce(_ logged: [String: ItemState]) {
        var places: [Int: String] = [:]
        for (place, state) in logged {
            for event in state.units.compactMap({ Ghost.event(of: $0.text) }) {
                if let other = places.updateValue(place, forKey: event), other != place {
                    violations.append("V5: event \(event) is in \(other) and in \(place).")
                }
            }
        }
    }
}
