internal import PortableKeychain

extension Keychain {
    /// The condition under which a synchronizable item can be read.
    public enum SynchronizableItemAccessibility: Sendable {
        /// Always, `kSecAttrAccessibleAlways`; prefer one that protects, such as
        /// ``afterFirstUnlock``.
        case always
        /// Readable from the first unlock until a restart, `kSecAttrAccessibleAfterFirstUnlock`.
        case afterFirstUnlock
        /// While unlocked, `kSecAttrAccessibleWhenUnlocked`.
        case whenUnlocked

        var value: Accessibility {
            switch self {
            case .always: .always
            case .afterFirstUnlock: .afterFirstUnlock
            case .whenUnlocked: .whenUnlocked
            }
        }
    }
}
