/// Whether a keychain's items can be read.
public enum LockState: String, Hashable, Sendable {
    /// Everything is open.
    case unlocked
    /// What needs an unlocked keychain is closed; the rest is open.
    case locked
    /// Nothing but the always accessible items has been open since login.
    case lockedSinceLogin
}
