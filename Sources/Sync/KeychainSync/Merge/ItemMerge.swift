internal import PortableKeychain

/// Merges two versions of an item that were edited apart.
///
/// Clocks never decide whether something is overwritten, only which of two edits that did not know
/// of each other is shown; the other one goes to the item's history.
package struct ItemMerge: Sendable {
    let rules: SyncRules
    /// Decides between two values of one version, in the same way on every device.
    let tie: @Sendable (VersionedUnit) -> [UInt8]

    package init(
        rules: SyncRules = .standard,
        tie: @escaping @Sendable (VersionedUnit) -> [UInt8]
    ) {
        self.rules = rules
        self.tie = tie
    }

    /// The version that replaces two others.
    struct Outcome {
        let state: ItemState
        /// The values that this merge overwrote, which no limit drops from the history.
        var overwritten: [VersionedUnit] = []
    }

    /// Merges two versions.
    ///
    /// - Parameters:
    ///   - basis: The version that both were made from; `nil` where they never met.
    ///   - local: The version of this device.
    ///   - remote: The version on the log.
    /// - Returns: The version that replaces both.
    package func merged(basis: ItemState?, local: ItemState, remote: ItemState) -> ItemState {
        outcome(basis: basis, local: local, remote: remote).state
    }

    /// Merges two versions, and tells what was overwritten.
    func outcome(basis: ItemState?, local: ItemState, remote: ItemState) -> Outcome {
        var lost: [VersionedUnit] = []
        let names = Set(local.units.map(\.unit)).union(remote.units.map(\.unit))
        let units = names.sorted().compactMap { name -> VersionedUnit? in
            let (kept, overwritten) = decide(basis?[name], local[name], remote[name])
            if let overwritten { lost.append(overwritten) }
            return kept
        }
        let overwritten = lost.compactMap { rules.overwritten($0) }
        let history = history(basis: basis, local: local, remote: remote) + overwritten
        // To drop an old value alone is no edit: a device that only reads could never send it.
        let isRemote = units == remote.units && history == remote.history
        let state = ItemState(
            itemClass: remote.itemClass,
            units: units,
            created: min(local.created, remote.created),
            modified: max(local.modified, remote.modified),
            history: isRemote ? history : limited(history, beside: units, keeping: overwritten)
        )
        return Outcome(state: state, overwritten: overwritten)
    }

    /// The value of one unit that stays, and the one that was overwritten unseen.
    private func decide(
        _ basis: VersionedUnit?,
        _ local: VersionedUnit?,
        _ remote: VersionedUnit?
    ) -> (kept: VersionedUnit?, overwritten: VersionedUnit?) {
        // What both sides have is no edit of this device: it may have joined again, and found its items new.
        if let local, let remote, local.value == remote.value { return (remote, nil) }
        guard local != basis else { return (remote, nil) }
        guard remote != basis else { return (local, nil) }
        // Where one side never had the unit, there is nothing to overwrite.
        guard let local else { return (remote, nil) }
        guard let remote else { return (local, nil) }
        return wins(local, over: remote) ? (local, remote) : (remote, local)
    }

    private func wins(_ left: VersionedUnit, over right: VersionedUnit) -> Bool {
        guard left.version == right.version else { return left.version > right.version }
        return tie(right).lexicographicallyPrecedes(tie(left))
    }

    /// The overwritten values of both sides, without those that one side has dropped since.
    private func history(
        basis: ItemState?,
        local: ItemState,
        remote: ItemState
    ) -> [VersionedUnit] {
        var all = remote.history
        for entry in local.history where !all.contains(entry) { all.append(entry) }
        let known = basis?.history ?? []
        return all.filter { entry in
            !known.contains(entry)
                || (local.history.contains(entry) && remote.history.contains(entry))
        }
    }

    /// The history in its order, without values that are too many or too long, and without present values.
    ///
    /// No value leaves by its age: one device whose clock is wrong would remove it from all others.
    private func limited(
        _ history: [VersionedUnit],
        beside units: [VersionedUnit],
        keeping overwritten: [VersionedUnit]
    ) -> [VersionedUnit] {
        var distinct: [VersionedUnit] = []
        for entry in history where !distinct.contains(entry) && !units.contains(entry) {
            distinct.append(entry)
        }
        distinct.sort { left, right in
            guard left.version == right.version else { return left.version < right.version }
            guard left.unit == right.unit else { return left.unit < right.unit }
            return tie(left).lexicographicallyPrecedes(tie(right))
        }
        var places = rules.limits.count - overwritten.count
        // The values that a large item had are as large.
        var room = max(rules.limits.length, units.reduce(0) { $0 + $1.length })
        let kept = distinct.reversed().filter { entry in
            if overwritten.contains(entry) { return true }
            guard places > 0 else { return false }
            // One that is too long makes no shorter ones go.
            guard entry.length <= room else { return false }
            (places, room) = (places - 1, room - entry.length)
            return true
        }
        return kept.reversed()
    }
}

extension VersionedUnit {
    /// About how many bytes the value takes.
    fileprivate var length: Int {
        (value?.secret?.count ?? 0) + (value?.attributes.storedForm.count ?? 0)
    }
}
