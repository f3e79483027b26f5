/// Which of the two sets of items a search covers (`kSecAttrSynchronizable`).
public enum SynchronizationScope: Hashable, Sendable {
    /// Items of this device.
    case local
    /// Items of the synchronized set.
    case synchronized
    /// Both.
    case any

    /// What stands for both in requests and dictionaries, `kSecAttrSynchronizableAny`.
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
