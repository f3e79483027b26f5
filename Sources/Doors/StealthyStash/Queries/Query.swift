/// A search for items of one class.
///
/// ``TypeQuery`` finds all that belong to the repository's defaults. Conform a type of your own to
/// narrow or widen a search.
public protocol Query: Sendable {
    /// The class of items to search.
    var type: StealthyPropertyType { get }

    /// The conditions on items, in addition to their class; they override the repository's
    /// defaults.
    ///
    /// - Returns: Any keys of Apple's for searches; an attribute that is `nil` is left to the
    ///   defaults.
    func keychainDictionary() -> StealthyDictionary
}

extension Query {
    /// No conditions.
    public func keychainDictionary() -> StealthyDictionary { [:] }
}
