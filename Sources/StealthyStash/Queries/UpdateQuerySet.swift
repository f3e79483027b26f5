/// The two dictionaries of an update: what finds the item, and what it is to hold.
public struct UpdateQuerySet {
    /// What finds the item.
    let query: StealthyDictionary
    /// What it is to hold; what is absent or `nil` stays.
    let attributes: StealthyDictionary

    /// Makes a set.
    ///
    /// - Parameters:
    ///   - query: What finds the item, with its class.
    ///   - attributes: What it is to hold; what is absent or `nil` stays.
    public init(query: StealthyDictionary, attributes: StealthyDictionary) {
        self.query = query
        self.attributes = attributes
    }
}
