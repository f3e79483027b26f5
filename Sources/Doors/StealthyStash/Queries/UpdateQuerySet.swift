/// The two dictionaries of an update: one that finds the item, and one with its new values.
public struct UpdateQuerySet {
    /// The query that finds the item.
    let query: StealthyDictionary
    /// The new values; absent or `nil` values are not changed.
    let attributes: StealthyDictionary

    /// Creates a set.
    ///
    /// - Parameters:
    ///   - query: The conditions that find the item, with its class.
    ///   - attributes: The new values; absent or `nil` values are not changed.
    public init(query: StealthyDictionary, attributes: StealthyDictionary) {
        self.query = query
        self.attributes = attributes
    }
}
