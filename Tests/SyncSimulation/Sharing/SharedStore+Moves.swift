@_spi(Keepers) internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

extension SharingDevice {
    /// Notes that its user moved an item.
    func noteMove(_ place: String, to other: String) {
        // What a merge overwrote stays at the place that the item leaves, and can be what was at the other ones.
        for key in notes.keys where notes[key]?.places.contains(place) == true {
            notes[key]?.places.insert(other)
        }
        notes[place, default: MoveNote()].places.insert(other)
        notes[place]?.isSeen = false
        // Back where it was, it replaces nothing.
        notes[other]?.places.remove(other)
        if notes[other]?.places.isEmpty == true { notes[other] = nil }
    }

    /// Notes that its user deleted an item.
    func noteDeletion(_ place: String) {
        for key in notes.keys { notes[key]?.places.remove(place) }
        notes[place]?.isSeen = true
    }
}

// MARK: Records

extension SharedStore {
    /// A row of state about a place, as a record with its name and sealing.
    private func record(_ kind: String, _ place: String) -> (bytes: [UInt8], state: ItemState?)? {
        guard let number = Self.vault(of: place), let ring = vaults[number].rings[device.number],
            let state = try? device.store.state()
        else { return nil }
        let sealing = EpochSealing(ring)
        let id = sealing.id(of: SimItem.key(place))
        guard let row = state[SyncStateName(kind: "\(kind).\(number)", id: id.bytes)] else {
            return nil
        }
        let bytes = row.withUnsafeBytes { Array($0) }
        return (bytes, sealing.state(in: bytes, of: id))
    }

    /// The state in which a place is known to this device; `nil` for none.
    func known(_ place: String) -> ItemState? {
        (record("versions", place) ?? record("basis", place) ?? record("replica", place))?.state
    }

    /// Whether a place has overwritten values that its item does not have.
    func hasOverwritten(_ place: String) -> Bool { known(place).map(hasOverwritten) ?? false }

    /// Whether such values are in a record that is not sent yet.
    private func hasUnsentOverwritten(_ place: String) -> Bool {
        record("versions", place)?.state.map(hasOverwritten) ?? false
    }

    private func hasOverwritten(_ state: ItemState) -> Bool {
        let present = Set(state.units.compactMap { Ghost.event(of: $0.text) })
        return state.history.contains { Ghost.event(of: $0.text).map(present.contains) == false }
    }

    /// Whether the log has the item of this device, as it is.
    func isSettled(_ place: String) -> MovedItem {
        guard let item = device.item(place) else { return .none }
        guard let replica = record("replica", place) else { return .unsent }
        guard record("basis", place) == nil, record("versions", place) == nil,
            let state = replica.state, SimItem(state.item)?.values == item.values
        else { return .unmerged }
        return .settled
    }
}

// MARK: Moved items

extension SharedStore {
    /// The content to show for a place with a note, while its deletion or its new item waits; `nil` if it waits
    /// for nothing.
    func waiting(
        _ place: String,
        _ entry: LocalContent.Entry,
        _ isUnlocked: Bool
    ) -> LocalContent.Entry? {
        switch entry {
        case .home: return nil
        case .tombstone(let modified):
            guard rules.holds(moved(place, isUnlocked)) else { return nil }
            guard rules.sendsOverwritten, device.notes[place]?.isSeen == false,
                hasOverwritten(place), let pending = record("versions", place)?.state
            else { return .home }
            // If the log has an edit that this device does not know, it outlives the deletion.
            return .live(pending.item, .tombstone(modified: modified))
        case .live(_, let seen):
            guard replacesMoved(place, isUnlocked) else { return nil }
            // With an unknown edit on the log, merging would put the old item in the place of the new one.
            guard rules.sendsOverwritten, record("basis", place) == nil,
                let pending = record("versions", place)?.state, !pending.history.isEmpty
            else { return .home }
            return .live(pending.item, seen)
        }
    }

    /// Forgets the notes of items that came back because of an edit by another device.
    func forgetRestored(_ applications: [SyncApplication]) {
        for application in applications {
            let place = Self.place(application.key)
            guard case .tombstone = application.expected, case .put(let item) = application.outcome,
                SimItem(item) == device.item(place)
            else { continue }
            device.notes[place] = nil
        }
    }

    /// Whether a new item would overwrite the record of a moved one that is on no other log.
    private func replacesMoved(
        _ place: String,
        _ isUnlocked: Bool,
        passing passed: Set<String> = []
    ) -> Bool {
        guard rules.newItemWaits, device.notes[place] != nil, record("replica", place) != nil
        else { return false }
        switch moved(place, isUnlocked, passing: passed) {
        case .conflicts: return false
        case let state: return rules.holds(state)
        }
    }

    /// The state of the items that were moved from a place: of one that its log does not have, if there is one.
    private func moved(
        _ place: String,
        _ isUnlocked: Bool,
        passing passed: Set<String> = []
    ) -> MovedItem {
        guard let note = device.notes[place] else { return .none }
        for other in note.places.sorted() where isFound(other, from: place) {
            if device.item(other) == nil {
                guard isUnlocked else { return .locked }
                if rules.looksWhereItPassed, hasUnsentOverwritten(other) { return .unsent }
                // Deleted by a user who had it, or moved on.
                device.notes[place]?.places.remove(other)
            } else if Self.vault(of: other) == Self.vault(of: place) {
                // Both are in one commit, or the put is in an earlier one, unless the item waits itself.
                let passed = passed.union([place])
                guard !passed.contains(other) else { continue }
                if replacesMoved(other, isUnlocked, passing: passed) { return .unsent }
            } else {
                switch isSettled(other) {
                case .none, .settled: continue
                case let state: return state
                }
            }
        }
        return !note.isSeen && hasOverwritten(place) ? .conflicts : .settled
    }

    private func isFound(_ other: String, from place: String) -> Bool {
        rules.findsRenamed || other.drop { $0 != ":" } == place.drop { $0 != ":" }
    }
}
