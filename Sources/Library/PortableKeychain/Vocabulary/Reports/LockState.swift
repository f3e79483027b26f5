/// Whether a keychain's items can be read.
@nonexhaustive public enum LockState: String, Hashable, Sendable {
    /// All items can be read.
    case unlocked
    /// Items that need an unlocked keychain cannot be read; the others can.
    case locked
    /// The keychain was not unlocked since login: only items that are always accessible can be
    /// read.
    case lockedSinceLogin
}
