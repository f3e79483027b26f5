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

    /// Makes a report; a keeper of your own does.
    ///
    /// - Parameters:
    ///   - problems: What is wrong, for a person, without content of items.
    ///   - rowCount: How many items and tombstones there are.
    ///   - lockedCount: How many of them could not be checked.
    public init(problems: [String] = [], rowCount: Int = 0, lockedCount: Int = 0) {
        self.problems = problems
        self.rowCount = rowCount
        self.lockedCount = lockedCount
    }
}
