/// The set of items that a search covers (`kSecAttrSynchronizable`).
@nonexhaustive public enum SynchronizationScope: Hashable, Sendable {
    /// Items that are not synchronized.
    case local
    /// Items of the synchronized set.
    case synchronized
    /// Both sets.
    case any

    /// The value for both sets in requests and dictionaries, `kSecAttrSynchronizableAny`.
    package static let anyName = "syna"

    /// The value of `kSecAttrSynchronizable`.
    package var value: AttributeValue {
        switch self {
        case .local: .number(0)
        case .synchronized: .number(1)
        case .any: .string(Self.anyName)
        }
    }
}
