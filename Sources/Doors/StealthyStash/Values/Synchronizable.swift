internal import PortableKeychain

/// Whether an item belongs to the set that is synchronized between devices
/// (`kSecAttrSynchronizable`).
public enum Synchronizable: Sendable {
    /// The item synchronizes.
    case enabled
    /// The item does not synchronize.
    case disabled
    /// Both kinds, in a search; a new item takes the repository's default, or else does not belong
    /// to the set.
    case any
}

extension Synchronizable {
    /// The value in dictionaries: a `Bool`, or the string of `kSecAttrSynchronizableAny`.
    public var cfValue: (any Sendable)? {
        switch self {
        case .enabled: true
        case .disabled: false
        case .any: Self.anyName
        }
    }

    /// The value for both kinds.
    static let anyName = SynchronizationScope.anyName
}
