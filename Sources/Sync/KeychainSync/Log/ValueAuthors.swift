internal import KeychainEssentials
internal import PortableKeychain

/// The devices that wrote values which items no longer have.
///
/// A record names the device of each edit (``UnitVersion``), but only as long as the item has the
/// value. This row outlives it, as the keychain's history does: its entries are facts about values of
/// other devices, the newest of all items, and a value that is not among them is this device's own
/// if it was replaced since the row is complete.
struct ValueAuthors: Sendable, Equatable {
    static let name = SyncStateName(kind: "authors")
    /// The most values that are listed: 48 KB.
    static let maximumCount = 1024

    /// A value of an item, and the device that wrote it.
    struct Entry: Sendable, Equatable {
        let item: ItemID
        /// The modification date of the item with this value.
        let modified: HybridTime
        let device: DeviceID
        /// The time when this device found that the item has another value.
        let noted: Date
    }

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []
    /// The time since which no value of another device is missing.
    private(set) var start: Date

    init(start: Date) { self.start = start }

    /// Notes the authors of values that their item no longer has.
    ///
    /// - Parameters:
    ///   - states: The item with each of the values.
    ///   - id: The item.
    ///   - own: This device, whose own values are not listed.
    ///   - now: The present time.
    mutating func note(_ states: [ItemState?], of id: ItemID, on own: DeviceID, at now: Date) {
        for case let state? in states { note(state, of: id, on: own, at: now) }
    }

    private mutating func note(_ state: ItemState, of id: ItemID, on own: DeviceID, at now: Date) {
        guard let device = state.author, device != own else { return }
        let modified = HybridTime(state.modified)
        guard entry(of: id, modified) == nil else { return }
        entries.append(Entry(item: id, modified: modified, device: device, noted: now))
        while entries.count > Self.maximumCount {
            // From here on, one that is not listed may be another device's.
            start = max(start, entries.removeFirst().noted)
        }
    }

    /// The device that wrote a value.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - modified: The modification date of the item with this value.
    ///   - ended: The time when it was replaced, by the clock of this device.
    ///   - own: This device.
    ///   - now: The present time. What was replaced later than that was replaced while the clock was ahead, by
    ///     which it is not known whether the list had begun.
    /// - Returns: The device; `nil` if it is not known.
    func author(
        of id: ItemID,
        modified: Date,
        ended: Date,
        own: DeviceID,
        now: Date
    ) -> DeviceID? {
        if let entry = entry(of: id, HybridTime(modified)) { return entry.device }
        return ended > start && ended <= now ? own : nil
    }

    private func entry(of id: ItemID, _ modified: HybridTime) -> Entry? {
        entries.last { $0.item == id && $0.modified == modified }
    }
}

extension ItemState {
    /// The device that made the newest edit of the item; `nil` for an item without values.
    var author: DeviceID? { units.map(\.version).max()?.device }
}

// MARK: As it is stored

extension ValueAuthors {
    /// Reads the row; `nil` for one of another form, after which the list begins again.
    init?(_ bytes: SecretBytes) {
        let found = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            var authors = ValueAuthors(start: try reader.moment())
            while reader.remaining > 0 {
                guard authors.entries.count < Self.maximumCount else {
                    throw KeychainError(.corrupt)
                }
                authors.entries.append(
                    Entry(
                        item: try reader.identifier(),
                        modified: HybridTime(rawValue: try reader.integer()),
                        device: try reader.identifier(),
                        noted: try reader.moment()
                    )
                )
            }
            return authors
        }
        guard let found else { return nil }
        self = found
    }

    /// The row.
    var row: SyncStateChange {
        var writer = SecretEncoder()
        writer.moment(start)
        for entry in entries {
            writer.raw(entry.item.bytes)
            writer.integer(entry.modified.rawValue)
            writer.raw(entry.device.bytes)
            writer.moment(entry.noted)
        }
        return .put(Self.name, writer.finished())
    }
}
