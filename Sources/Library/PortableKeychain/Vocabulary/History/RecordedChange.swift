public import KeychainEssentials

/// A change of items.
public struct RecordedChange: Sendable, Hashable {
    /// The effect of the change on one item.
    @nonexhaustive public enum Effect: Sendable, Hashable {
        /// The item was added.
        case added
        /// The item was changed.
        case changed
        /// The item was deleted.
        case deleted
        /// The item was deleted for good, which cannot be taken back.
        case purged
    }

    /// One item of the change.
    public struct Part: Sendable, Hashable {
        /// The effect.
        public let effect: Effect
        /// The class of the item.
        public let itemClass: ItemClass
        /// The attributes that the item had before, or has now if it was added; `nil` if they are
        /// no longer kept, or if the item is in none of the caller's groups.
        public let attributes: ItemAttributes?

        package init(effect: Effect, itemClass: ItemClass, attributes: ItemAttributes?) {
            (self.effect, self.itemClass, self.attributes) = (effect, itemClass, attributes)
        }
    }

    /// The time when it was made.
    public let date: Date
    /// The items, in the order in which they were changed.
    public let parts: [Part]
    /// The identifier of the change.
    package let id: [UInt8]

    package init(date: Date, parts: [Part], id: [UInt8]) {
        (self.date, self.parts, self.id) = (date, parts, id)
    }
}
