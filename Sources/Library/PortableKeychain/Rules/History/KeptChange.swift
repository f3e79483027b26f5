internal import KeychainEssentials

/// A change of items, and the hidden item whose row records it (item-semantics.md §8).
///
/// It names items by their identifiers, which rows show without a key, so its row can be read in a locked
/// keychain.
struct KeptChange {
    /// The maker and the kind of a change.
    enum Origin: UInt8 {
        /// The caller, who can take it back.
        case made = 0
        /// The caller, who took another one back.
        case undone = 1
        /// Synchronization.
        case merged = 2
        /// The caller, who deleted items for good, or did something else that cannot be taken back.
        case purged = 3
    }

    /// An item by its class and identifier.
    struct Place: Hashable {
        let code: ClassCode
        let identifier: [UInt8]
    }

    /// The effect of a change on one item.
    struct Entry {
        let place: Place
        /// Whether the item existed before.
        let existed: Bool
        /// The modification date of the item after the change; `nil` if it no longer existed.
        var after: Double?

        var effect: RecordedChange.Effect? {
            switch (existed, after) {
            case (true, nil): .deleted
            case (true, _): .changed
            case (false, nil): nil
            case (false, _): .added
            }
        }
    }

    let id: [UInt8]
    let date: Date
    let origin: Origin
    var entries: [Entry]

    init(id: [UInt8], date: Date, origin: Origin, entries: [Entry]) {
        (self.id, self.date, self.origin, self.entries) = (id, date, origin, entries)
    }

    private static let coding: UInt8 = 1

    /// The hidden item.
    func hidden(identifier: [UInt8]) -> PlainItem {
        var content = ByteWriter()
        content.integer(Self.coding)
        content.integer(origin.rawValue)
        content.raw(id)
        // Not among the attributes, whose size is limited.
        var writer = ByteWriter(capacity: entries.count * 27)
        for entry in entries {
            writer.integer(entry.place.code.rawValue)
            writer.raw(entry.place.identifier)
            writer.integer(UInt8(entry.existed ? 1 : 0))
            writer.optional(entry.after.map { Int64(bitPattern: $0.bitPattern) })
        }
        return PlainItem(
            hidden: .change(id),
            identifier: identifier,
            .alwaysThisDeviceOnly,
            content: content.bytes,
            date: date,
            secret: SecretBytes(writer.bytes)
        )
    }

    /// Reads a hidden item.
    init(_ hidden: PlainItem) throws(KeychainError) {
        guard let content = hidden.attributes[bytes: .generic], let secret = hidden.secret,
            case .date(let date) = hidden.attributes[.creationDate]
        else { throw KeychainError(.corrupt) }
        (origin, id) = try Array(content).withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == Self.coding,
                let origin = Origin(rawValue: try reader.integer())
            else { throw KeychainError(.newerVersion) }
            return (origin, try reader.array(Limits.identifierLength))
        }
        self.date = date
        entries = try secret.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            var entries: [Entry] = []
            while reader.remaining > 0 { entries.append(try Entry(&reader)) }
            return entries
        }
    }
}

extension KeptChange.Entry {
    fileprivate init(_ reader: inout ByteReader) throws(KeychainError) {
        guard let code = ClassCode(rawValue: try reader.integer()) else {
            throw KeychainError(.corrupt)
        }
        let identifier = try reader.array(Limits.identifierLength)
        place = KeptChange.Place(code: code, identifier: identifier)
        existed = try reader.integer(UInt8.self) != 0
        let isPresent = try reader.integer(UInt8.self) != 0
        let bits: UInt64 = try reader.integer()
        after = isPresent ? Double(bitPattern: bits) : nil
    }
}
