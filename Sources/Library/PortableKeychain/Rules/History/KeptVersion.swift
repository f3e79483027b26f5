internal import KeychainEssentials

/// An item as it was, and the hidden item whose row keeps it (item-semantics.md §8).
///
/// The row has the class key of the item, so that it can be read when the item could. Its payload is that of
/// the item as it was stored: an envelope stays one, and is opened with the item's identifier.
struct KeptVersion {
    /// The item, with its payload as it was stored.
    let item: PlainItem
    /// The change that ended it.
    let change: [UInt8]
    /// The time when it was ended.
    let date: Date
    /// The identifier of the row; empty before it is stored.
    let id: [UInt8]
    /// Whether only the name is left: the item was deleted for good.
    let isNameAlone: Bool

    init(_ item: PlainItem, change: [UInt8], date: Date, id: [UInt8]) {
        (self.item, self.change, self.date, self.id) = (item, change, date, id)
        isNameAlone = false
    }

    /// Keeps the name of an item that was deleted for good, and nothing else of it.
    init(nameOf item: PlainItem, change: [UInt8], date: Date, id: [UInt8]) {
        var name = item
        let kept = Set(item.schema.primaryKey.map(\.key) + [.label])
        for (key, _) in item.attributes where !kept.contains(key) { name.attributes[key] = nil }
        name.secret = nil
        name.accessControl = AccessControl(item.accessControl.accessibility)
        (self.item, self.change, self.date, self.id) = (name, change, date, id)
        isNameAlone = true
    }

    private static let coding: UInt8 = 1
    private static let synchronizable: UInt8 = 1
    private static let nameAlone: UInt8 = 2

    /// The hidden item.
    var hidden: PlainItem {
        var writer = ByteWriter()
        writer.integer(Self.coding)
        writer.integer(item.schema.code.rawValue)
        writer.integer(
            (item.isSynchronizable ? Self.synchronizable : 0)
                | (isNameAlone ? Self.nameAlone : 0)
        )
        writer.raw(change)
        writer.raw(item.identifier)
        AttributeCoding.encode(item.row.attributes, into: &writer)
        return PlainItem(
            hidden: HistoryRows.Name(
                identity: item.identity,
                change: change.hexadecimal,
                item: Self.place(item.schema.code, item.identifier)
            ),
            identifier: id,
            item.accessControl.accessibility,
            content: writer.bytes,
            date: date,
            secret: item.secret
        )
    }

    /// Reads a hidden item; `nil` for any other.
    init?(_ hidden: PlainItem) throws(KeychainError) {
        guard hidden.accessGroup == AccessGroups.history, hidden.attributes[.label] != nil,
            let content = hidden.attributes[bytes: .generic],
            case .date(let date) = hidden.attributes[.creationDate]
        else { return nil }
        let accessibility = hidden.accessControl.accessibility
        (change, item, isNameAlone) = try Array(content).withRawBytes {
            bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == Self.coding else {
                throw KeychainError(.newerVersion)
            }
            guard let code = ClassCode(rawValue: try reader.integer()) else {
                throw KeychainError(.corrupt)
            }
            let flags: UInt8 = try reader.integer()
            let change = try reader.array(Limits.identifierLength)
            let identifier = try reader.array(Limits.identifierLength)
            var attributes = try AttributeView(reader.raw(reader.remaining)).decoded()
            guard case .string(let group) = attributes[.accessGroup] else {
                throw PlainItem.groupIsMissing
            }
            var control = AccessControl(accessibility)
            if case .accessControl(let stated) = attributes[.accessControl] { control = stated }
            attributes[.accessGroup] = nil
            attributes[.accessControl] = nil
            let item = PlainItem(
                schema: try ClassSchema.of(code.itemClass),
                identifier: identifier,
                accessGroup: group,
                accessControl: control,
                isSynchronizable: flags & Self.synchronizable != 0,
                isTombstone: false,
                attributes: attributes,
                secret: hidden.secret
            )
            return (change, item, flags & Self.nameAlone != 0)
        }
        (self.date, id) = (date, hidden.identifier)
    }

    /// The name of an item of one class by its identifier.
    static func place(_ code: ClassCode, _ identifier: [UInt8]) -> String {
        ([code.rawValue] + identifier).hexadecimal
    }
}

extension PlainItem {
    /// The primary key with its class as bytes.
    var identity: [UInt8] {
        var writer = ByteWriter(capacity: 128)
        writer.integer(schema.code.rawValue)
        for term in index.primaryKey { writer.sized(term.value) }
        return writer.bytes
    }

    /// A hidden item of the history.
    init(
        hidden name: HistoryRows.Name,
        identifier: [UInt8],
        _ accessibility: Accessibility,
        content: [UInt8],
        date: Date,
        secret: SecretBytes? = nil
    ) {
        self.init(
            schema: .genericPassword,
            identifier: identifier,
            accessGroup: AccessGroups.history,
            accessControl: AccessControl(accessibility),
            isSynchronizable: false,
            isTombstone: false,
            attributes: name.attributes,
            secret: secret
        )
        attributes[.generic] = .data(Data(content))
        attributes[.creationDate] = .date(date)
        attributes[.modificationDate] = .date(date)
    }
}
