/// A search for all items of a class that belong to the repository's defaults.
public struct TypeQuery: Query {
    /// The class of items to search.
    public let type: StealthyPropertyType

    /// Creates a search.
    ///
    /// - Parameter type: The class of items to search.
    public init(type: StealthyPropertyType) { self.type = type }
}
