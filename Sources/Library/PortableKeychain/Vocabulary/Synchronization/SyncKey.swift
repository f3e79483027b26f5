/// The primary key of a synchronizable item, by which devices recognise it as the same.
package struct SyncKey: Hashable, Sendable {
    /// The class.
    package let itemClass: ItemClass
    /// The canonical bytes of its terms, in the order of vault-format.md §7.2.
    package let terms: [[UInt8]]

    /// Makes a key.
    package init(itemClass: ItemClass, terms: [[UInt8]]) {
        self.itemClass = itemClass
        self.terms = terms
    }
}
