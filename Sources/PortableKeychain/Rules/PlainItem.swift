#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One item in plain, with the parts that the rules treat apart from its other attributes.
struct PlainItem: Sendable {
    let schema: ClassSchema
    var identifier: [UInt8]
    var accessGroup: String
    var accessControl: AccessControl
    var isSynchronizable: Bool
    var isTombstone: Bool
    /// Everything else, including dates and digest.
    var attributes: ItemAttributes
    var secret: SecretBytes?

    /// What the item is found by.
    var index: PlainRow.Index {
        PlainRow.Index(
            primaryKey: schema.primaryKey.map { ($0.key, canonical($0)) },
            group: (.accessGroup, Array(accessGroup.utf8)),
            lookups: schema.lookups.map { key in
                guard let rule = try? schema.rule(key) else { return nil }
                guard attributes[key] != nil || rule.standard != nil else { return nil }
                return (key, canonical(rule))
            }
        )
    }

    /// The item as it is sealed: what the row shows anyway is not repeated in the attributes.
    var row: PlainRow {
        var stored = attributes
        stored[.accessGroup] = .string(accessGroup)
        if accessControl.constraints != nil {
            stored[.accessControl] = .accessControl(accessControl)
        }
        return PlainRow(
            classCode: schema.code,
            identifier: identifier,
            isSynchronizable: isSynchronizable,
            isTombstone: isTombstone,
            protectionClass: ProtectionClass(accessControl.accessibility),
            index: index,
            attributes: stored,
            secret: secret
        )
    }

    /// Computes the digest over what the item says.
    mutating func stamp(_ keys: KeySet) {
        var content = row.attributes.removing([.creationDate, .modificationDate, .sha1])
        content[.synchronizable] = .number(isSynchronizable ? 1 : 0)
        content[.accessible] = .string(accessControl.accessibility.rawValue)
        var writer = ByteWriter()
        AttributeCoding.encode(content, into: &writer)
        attributes[.sha1] = .data(Data(keys.digests.item(writer.bytes, secret)))
    }

    /// What remains of a deleted item that other devices must hear of (item-semantics.md §4.3).
    func tombstone(at now: Date) -> PlainItem {
        var grave = self
        grave.isTombstone = true
        grave.secret = nil
        let kept = Set(schema.primaryKey.map(\.key) + [.creationDate])
        for (key, _) in attributes where !kept.contains(key) { grave.attributes[key] = nil }
        grave.attributes[.modificationDate] = .date(
            nextModificationDate(now.timeIntervalSinceReferenceDate)
        )
        return grave
    }

    /// Now, but later than before by a millisecond at least, so that the newer version shows.
    func nextModificationDate(_ now: Double) -> Date {
        guard case .date(let date) = attributes[.modificationDate] else {
            return Date(timeIntervalSinceReferenceDate: now)
        }
        let next = max(now, date.timeIntervalSinceReferenceDate + 0.001)
        return Date(timeIntervalSinceReferenceDate: next)
    }

    private func canonical(_ rule: AttributeRule) -> [UInt8] {
        switch rule.key {
        case .accessGroup: return Array(accessGroup.utf8)
        case .synchronizable: return rule.kind.canonical(.number(isSynchronizable ? 1 : 0))
        default:
            let value = attributes[rule.key] ?? rule.standard
            return value.map { rule.kind.canonical($0) } ?? []
        }
    }
}

extension PlainItem {
    /// Reads an opened row.
    init(
        _ schema: ClassSchema,
        _ row: LentRow,
        _ view: AttributeView,
        secret: SecretBytes?
    ) throws(KeychainError) {
        var attributes = try view.decoded()
        guard case .string(let group) = attributes[.accessGroup] else {
            throw KeychainError(.corrupt, reason: "An item has no access group.")
        }
        attributes[.accessGroup] = nil
        attributes[.accessControl] = nil
        self.init(
            schema: schema,
            identifier: row.identifier,
            accessGroup: group,
            accessControl: try row.accessControl(view),
            isSynchronizable: row.isSynchronizable,
            isTombstone: row.isTombstone,
            attributes: attributes,
            secret: secret
        )
    }

    /// The attributes as an answer shows them (item-semantics.md §2.4).
    ///
    /// - Parameters:
    ///   - isFound: Whether a search found the item, rather than an addition made it.
    ///   - givesAccessControl: Whether the access control is shown.
    ///   - withData: Whether the payload was asked for too.
    /// - Returns: The attributes, with the standard values of those that nobody gave.
    consuming func shown(
        isFound: Bool,
        givesAccessControl: Bool,
        withData: Bool
    ) -> ItemAttributes {
        // Taken out, so that they are changed where they lie and not in a copy.
        var shown = ItemAttributes()
        swap(&shown, &attributes)
        for rule in schema.standards where shown[rule.key] == nil {
            shown[rule.key] = rule.standard
        }
        shown[.accessGroup] = .string(accessGroup)
        shown[.accessible] = .string(accessControl.accessibility.rawValue)
        shown[.synchronizable] = .number(isSynchronizable ? 1 : 0)
        shown[.tombstone] = .number(isTombstone ? 1 : 0)
        if givesAccessControl { shown[.accessControl] = .accessControl(accessControl) }
        for rule in schema.restricted where shown[rule.key] != nil {
            let isVisible =
                switch rule.visibility {
                case .always: true
                case .whenFound: isFound
                case .withData: withData
                case .never: false
                }
            if !isVisible { shown[rule.key] = nil }
        }
        return shown
    }

    /// The answer to the addition of this item.
    func answer(to request: ItemRequest, givesAccessControl: Bool) -> ItemAnswer {
        let returning = request.returning
        guard !returning.isEmpty else { return ItemAnswer(container: .none, count: 1) }
        let withData = returning.contains(.data)
        var item = ItemAnswer.Item(itemClass: schema.code.itemClass)
        if returning.contains(.attributes) {
            item.attributes = shown(
                isFound: false,
                givesAccessControl: givesAccessControl,
                withData: withData
            )
        }
        if withData { item.secret = secret ?? SecretBytes([]) }
        if returning.contains(.reference), schema.makesObjects {
            item.object = ItemObject(item.itemClass, attributes, secret)
        }
        if returning.contains(.persistentReference) {
            item.persistentReference = PersistentReferenceCoding.encode(
                item.itemClass,
                identifier
            )
        }
        return ItemAnswer(container: .single, items: [item], count: 1)
    }
}
