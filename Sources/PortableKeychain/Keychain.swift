/// A keychain: the value you open, and through which you keep and find secrets.
public struct Keychain: Sendable {
    /// What answers this keychain's requests.
    package let keeper: any ItemKeeper

    /// Makes a keychain on top of a keeper of your own.
    public init(keeper: any ItemKeeper) { self.keeper = keeper }
}
