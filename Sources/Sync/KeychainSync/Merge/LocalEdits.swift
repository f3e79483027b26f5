@_spi(Keepers) package import PortableKeychain

/// Finds the edits of an item by comparing it with the state that it last had.
///
/// The keychain notes no edits: they are what differs. So an edit is found even if nothing ran when
/// it was made, and by whatever program.
package struct LocalEdits: Sendable {
    let device: DeviceID
    let rules: SyncRules

    package init(device: DeviceID, rules: SyncRules = .standard) {
        self.device = device
        self.rules = rules
    }

    /// The state of an item: units that are as they were keep their versions, others get new ones.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - reference: The state that it last had here, if it had one.
    /// - Returns: The state.
    package func state(of item: BackupItem, since reference: ItemState?) -> ItemState {
        var units: [VersionedUnit] = []
        var old = reference?.units[...] ?? []
        let edited = HybridTime(item.date(.modificationDate))
        for (unit, value) in item.unitValues {
            while let first = old.first, first.unit < unit {
                units.append(removed(old.removeFirst(), edited))
            }
            let before = old.first?.unit == unit ? old.removeFirst() : nil
            if let before, before.value == value {
                units.append(before)
            } else {
                let version = version(edited, after: before)
                units.append(VersionedUnit(unit: unit, value: value, version: version))
            }
        }
        units += old.map { removed($0, edited) }
        return ItemState(
            itemClass: item.itemClass,
            units: units,
            created: item.date(.creationDate),
            modified: item.date(.modificationDate),
            history: reference?.history ?? []
        )
    }

    private func removed(_ unit: VersionedUnit, _ edited: HybridTime) -> VersionedUnit {
        guard unit.value != nil else { return unit }
        return VersionedUnit(unit: unit.unit, value: nil, version: version(edited, after: unit))
    }

    private func version(_ edited: HybridTime, after before: VersionedUnit?) -> UnitVersion {
        rules.version(edited, before?.version, device)
    }
}
