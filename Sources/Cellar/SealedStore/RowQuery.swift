/// The rows to read.
///
/// `nil` means no constraint; all constraints must hold. A row without a token does not match a
/// constraint on that token.
package struct RowQuery: Sendable, Equatable {
    /// The row with this identifier.
    package var identifier: [UInt8]?
    /// The row with this primary key.
    package var primaryKey: [UInt8]?
    /// Rows of this class.
    package var itemClass: Int64?
    /// Rows in any of these groups; an empty list matches nothing.
    package var groups: [Int64]?
    /// Rows with this first token.
    package var first: Int64?
    /// Rows with this second token.
    package var second: Int64?
    /// Rows with this third token.
    package var third: Int64?
    /// Rows with an id above this one.
    package var after: Int64?
    /// The bits of the flags that matter; 0 means none.
    package var flagsMask: Int64
    /// The required values of the bits that matter.
    package var flagsValue: Int64
    /// Whether the sealed secret is also read; otherwise its pages are not touched.
    package var wantsSecret: Bool

    /// Makes a query; omitted parameters are not constraints.
    package init(
        identifier: [UInt8]? = nil,
        primaryKey: [UInt8]? = nil,
        itemClass: Int64? = nil,
        groups: [Int64]? = nil,
        first: Int64? = nil,
        second: Int64? = nil,
        third: Int64? = nil,
        after: Int64? = nil,
        flagsMask: Int64 = 0,
        flagsValue: Int64 = 0,
        wantsSecret: Bool = false
    ) {
        self.identifier = identifier
        self.primaryKey = primaryKey
        self.itemClass = itemClass
        self.groups = groups
        self.first = first
        self.second = second
        self.third = third
        self.after = after
        self.flagsMask = flagsMask
        self.flagsValue = flagsValue
        self.wantsSecret = wantsSecret
    }
}
