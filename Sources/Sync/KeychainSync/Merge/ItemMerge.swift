package import KeychainEssentials
internal import PortableKeychain

/// Merges two versions of an item that were edited apart.
///
/// Clocks never decide whether something is overwritten, only which of two edits that did not know
/// of each other is shown; the other one goes to the item's history.
package struct ItemMerge: Sendable {
    let rules: SyncRules
    /// Decides between two values of one version, in the same way on every device.
    let tie: @Sendable (VersionedUnit) -> [UInt8]
    /// The time from which the age of overwritten values counts.
    let now: Date

    package init(
        rules: SyncRules = .standard,
        now: Date,
        tie: @escaping @Sendable (VersionedUnit) -> [UInt8]
    ) {
        self.rules = rules
        self.tie = tie
        self.now = now
    }

    /// Merges two versions.
    ///
    /// - Parameters:
    ///   - basis: The version that both were made from; `nil` where they never met.
    ///   - local: The version of this device.
    ///   - remote: The version on the log.
    /// - Returns: The version that replaces both.
    package func merged(basis: ItemState?, local: ItemState, remote: ItemState) -> ItemState {
        var lost: [VersionedUnit] = []
        let names = Set(local.units.map(\.unit)).union(remote.units.map(\.unit))
        let units = names.sorted().compactMap { name -> VersionedUnit? in
            let (kept, overwritten) = decide(basis?[name], local[name], remote[name])
            if let overwritten { lost.append(overwritten) }
            return kept
        }
        let history =
            history(basis: basis, local: local, remote: remote)
            + lost.compactMap { rules.overwritten($0) }
        return ItemState(
            itemClass: remote.itemClass,
            units: units,
            created: min(local.created, remote.created),
            modified: max(local.modified, remote.modified),
            history: limited(history, beside: units)
        )
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

    /// The history in its order, without values that are too old or too many, and without present
    /// values.
    private func limited(
        _ history: [VersionedUnit],
        beside units: [VersionedUnit]
    ) -> [VersionedUnit] {
        let oldest = HybridTime(now.addingTimeInterval(-rules.limits.age))
        var distinct: [VersionedUnit] = []
        for entry in history where entry.version.time >= oldest {
            if !distinct.contains(entry), !units.contains(entry) { distinct.append(entry) }
        }
        distinct.sort { left, right in
            guard left.version == right.version else { return left.version < right.version }
            guard left.unit == right.unit else { return left.unit < right.unit }
            return tie(left).lexicographicallyPrecedes(tie(right))
        }
        var room = rules.limits.length
        let kept = distinct.suffix(rules.limits.count).reversed().prefix { entry in
            room -= entry.length
            return room >= 0
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
