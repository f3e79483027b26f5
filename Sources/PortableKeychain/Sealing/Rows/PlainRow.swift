/// One item before sealing: what the rules decided, in plain.
struct PlainRow: Sendable {
    /// What a row is found by, as bytes that the rules made canonical.
    struct Index: Sendable {
        /// One attribute with its canonical bytes.
        typealias Term = (key: AttributeKey, value: [UInt8])

        /// Everything that makes the item unique, in the order of its class's table.
        var primaryKey: [Term]
        /// The access group.
        var group: Term
        /// Up to three attributes by which items of the class are often looked up.
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

/// Which rows are wanted; `nil` leaves open.
struct RowPattern: Sendable {
    var classCode: ClassCode
    var identifier: [UInt8]?
    /// All terms of the primary key, when the caller knows them all.
    var primaryKey: [PlainRow.Index.Term]?
    /// The access groups, any of which will do.
    var groups: GroupTokens?
    /// The lookup attributes of the class, in its order.
    var lookups: [PlainRow.Index.Term?] = [nil, nil, nil]
    var isSynchronizable: Bool?
    var isTombstone: Bool?
    var wantsSecret = false
}
