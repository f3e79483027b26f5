/// One item in plain, in the form that ``RowSealing`` seals into a row.
///
/// The rules make it from a ``PlainItem``. Everything in it is already decided: the attributes are
/// converted, and the values in the index are already canonical bytes. A struct, because it lives
/// only as long as one insertion or replacement.
struct PlainRow: Sendable {
    /// The values by which a row is found, as canonical bytes that the rules made.
    struct Index: Sendable {
        /// One attribute with its canonical bytes.
        typealias Term = (key: AttributeKey, value: [UInt8])

        /// The primary key of the item, in the order of its class's table.
        var primaryKey: [Term]
        /// The access group.
        var group: Term
        /// Up to three attributes by which items of the class are often looked up; `nil` for a
        /// missing one.
        var lookups: [Term?]
    }

    var classCode: ClassCode
    var identifier: [UInt8]
    var isSynchronizable: Bool
    var isTombstone: Bool
    var protectionClass: ProtectionClass
    var index: Index
    var attributes: ItemAttributes
    var secret: SecretBytes?

    static let synchronizableFlag: Int64 = 1
    static let tombstoneFlag: Int64 = 2

    var flags: Int64 {
        (isSynchronizable ? Self.synchronizableFlag : 0) | (isTombstone ? Self.tombstoneFlag : 0)
    }
}

/// The rows that a search looks for; `nil` matches anything.
struct RowPattern: Sendable {
    var classCode: ClassCode
    var identifier: [UInt8]?
    /// All terms of the primary key, if the caller knows all of them.
    var primaryKey: [PlainRow.Index.Term]?
    /// The access groups, one of which must match.
    var groups: GroupTokens?
    /// The lookup attributes of the class, in its order.
    var lookups: [PlainRow.Index.Term?] = [nil, nil, nil]
    var isSynchronizable: Bool?
    var isTombstone: Bool?
    /// The row after which the search begins.
    var after: Int64?
    var wantsSecret = false
}
