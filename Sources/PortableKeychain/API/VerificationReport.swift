/// What a check of a whole keychain found.
public struct VerificationReport: Sendable {
    /// What is wrong, for a person; empty for a sound keychain.
    ///
    /// Names rows by number and never holds content of items.
    public internal(set) var problems: [String] = []
    /// How many items and tombstones there are.
    public internal(set) var rowCount = 0
    /// How many of them were locked, so that their content could not be checked.
    public internal(set) var lockedCount = 0
}
