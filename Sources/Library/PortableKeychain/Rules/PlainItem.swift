internal import KeychainEssentials

/// One decrypted item, as the rules work with it.
///
/// The attributes that the rules treat separately are properties; ``attributes`` contains the
/// others. It is read from an opened row or made from an ``AdditionPlan``, changed by a
/// ``ChangePlan``, turned into a ``PlainRow`` to be sealed, and shown in answers. A mutable struct,
/// because each change works on its own copy.
struct PlainItem: Sendable {
    let schema: ClassSchema
    var identifier: [UInt8]
    var accessGroup: String
    var accessControl: AccessControl
    var isSynchronizable: Bool
    var isTombstone: Bool
    /// All other attributes, including dates and digest.
    var attributes: ItemAttributes
    var secret: SecretBytes?

    /// Whether a token holds the key that the item is; its payload is the key's authorization.
    var isTokenKey: Bool { attributes[.tokenObject] != nil }

    /// The key as its token wrapped it, which answers return in place of the authorization.
    var tokenBlob: SecretBytes? {
        attributes[bytes: .tokenObject].flatMap { SecurityTokenKey(encoded: Array($0)) }
            .map { SecretBytes($0.blob) }
    }

    /// The values by which the item is found.
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

    /// The item as it is sealed; attributes do not repeat the columns of the row.
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

    /// Updates the digest over the item's content.
    mutating func stamp(_ keys: KeySet) {
        var content = row.attributes.removing([.creationDate, .modificationDate, .sha1])
        content[.synchronizable] = .number(isSynchronizable ? 1 : 0)
        content[.accessible] = .string(accessControl.accessibility.rawValue)
        var writer = ByteWriter()
        AttributeCoding.encode(content, into: &writer)
        attributes[.sha1] = .data(Data(keys.digests.item(writer.bytes, secret)))
    }

    /// The tombstone of the item, which records its deletion for other devices (item-semantics.md
    /// §4.3).
    func tombstone(at now: Date) -> PlainItem {
        var tombstone = self
        tombstone.isTombstone = true
        tombstone.secret = nil
        let kept = Set(schema.primaryKey.map(\.key) + [.creationDate])
        for (key, _) in attributes where !kept.contains(key) { tombstone.attributes[key] = nil }
        tombstone.attributes[.modificationDate] = .date(
            nextModificationDate(now.timeIntervalSinceReferenceDate)
        )
        return tombstone
    }

    /// Makes the tombstone of an old key readable only while the item under the new key is.
    ///
    /// Otherwise synchronization could send the deletion while the item waits for an unlock, and the other
    /// devices would have neither (item-semantics.md §4.3).
    mutating func protect(asStrictlyAs item: PlainItem) {
        func needsUnlock(_ item: PlainItem) -> Bool {
            ProtectionClass(item.accessControl.accessibility).availability == .whenUnlocked
        }
        if needsUnlock(item), !needsUnlock(self) { accessControl = AccessControl(.whenUnlocked) }
    }

    /// The current time, but at least one millisecond later than the previous date, so that the
    /// newer version can be recognised.
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
            throw Self.groupIsMissing
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

    static var groupIsMissing: KeychainError {
        KeychainError(.corrupt, reason: "An item has no access group. Restore a backup.")
    }

    /// The attributes as an answer returns them (item-semantics.md §2.4).
    ///
    /// - Parameters:
    ///   - isFound: True for a search, false for an addition.
    ///   - givesAccessControl: Whether the access control is returned.
    ///   - withData: Whether the payload is also returned.
    /// - Returns: The attributes, with the defaults of omitted ones.
    func shown(isFound: Bool, givesAccessControl: Bool, withData: Bool) -> ItemAttributes {
        var stored = attributes
        stored[.accessGroup] = .string(accessGroup)
        var shown = ShownAttributes(
            ShownForm(
                schema: schema,
                accessControl: accessControl,
                isSynchronizable: isSynchronizable,
                isTombstone: isTombstone,
                isFound: isFound,
                givesAccessControl: givesAccessControl,
                withData: withData
            )
        )
        for (key, value) in stored where shown.takes(key) { shown.add(key, value) }
        return shown.finished()
    }

    /// The answer to a request that adds this item.
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
        if withData { item.secret = (isTokenKey ? tokenBlob : secret) ?? SecretBytes([]) }
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
