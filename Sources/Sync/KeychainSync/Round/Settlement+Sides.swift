extension Settlement {
    /// The states that an item has here and on the log.
    struct Sides {
        let basis: ItemState?
        let remote: ItemState?
        let pending: ItemState?
        /// Whether the record is the one that the item was merged with.
        let isMerged: Bool
    }
}
