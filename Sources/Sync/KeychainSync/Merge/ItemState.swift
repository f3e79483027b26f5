package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// An item with the versions of its units, and the values that merges overwrote.
package struct ItemState: Sendable, Equatable {
    package var itemClass: ItemClass
    /// The units in their order, each at most once.
    package var units: [VersionedUnit]
    package var created: Date
    package var modified: Date
    /// Values that lost against others, the oldest first.
    package var history: [VersionedUnit]

    package init(
        itemClass: ItemClass,
        units: [VersionedUnit],
        created: Date,
        modified: Date,
        history: [VersionedUnit] = []
    ) {
        self.itemClass = itemClass
        self.units = units
        self.created = created
        self.modified = modified
        self.history = history
    }

    /// The versioned value of a unit, if the item has or had one.
    package subscript(unit: SyncUnit) -> VersionedUnit? {
        units.first { $0.unit == unit }
    }

    /// Whether two states differ at most in their dates, which are never a reason to write.
    package func isSame(as other: ItemState?) -> Bool {
        guard let other else { return false }
        return units == other.units && history == other.history
    }
}

extension ItemState {
    /// The item as the keychain stores it.
    package var item: BackupItem {
        var attributes: ItemAttributes = [
            .creationDate: .date(created), .modificationDate: .date(modified),
        ]
        var secret: SecretBytes?
        for unit in units {
            for (key, value) in unit.value?.attributes ?? ItemAttributes() {
                attributes[key] = value
            }
            if unit.unit == .content { secret = unit.value?.secret }
        }
        return BackupItem(
            itemClass: itemClass,
            // The keychain gives a new item an identifier of its own.
            identifier: DeviceID(0, 0).bytes,
            attributes: attributes,
            secret: secret
        )
    }

    /// The condition under which the item can be read.
    package var accessibility: Accessibility {
        for unit in units where unit.unit.code == AttributeKey.accessible.code {
            guard case .string(let name) = unit.value?.attributes[.accessible] else { continue }
            return Accessibility(rawValue: name) ?? .whenUnlocked
        }
        return .whenUnlocked
    }
}

extension BackupItem {
    /// The values of the item's units, in their order.
    package var unitValues: [(unit: SyncUnit, value: UnitValue)] {
        var content = UnitValue(secret: secret)
        var values: [(unit: SyncUnit, value: UnitValue)] = []
        for (key, value) in attributes {
            guard let unit = SyncUnit(key, of: itemClass) else { continue }
            if unit == .content {
                content.attributes[key] = value
            } else {
                values.append((unit, UnitValue(attributes: [key: value])))
            }
        }
        // The content has the lowest number, and the keys are in order.
        return [(.content, content)] + values
    }

    package func date(_ key: AttributeKey) -> Date {
        guard case .date(let date) = attributes[key] else { return .distantPast }
        return date
    }

    /// Whether two items have the same content and dates.
    func isSame(as other: BackupItem) -> Bool {
        UnitValue(attributes: attributes, secret: secret)
            == UnitValue(attributes: other.attributes, secret: other.secret)
    }
}
