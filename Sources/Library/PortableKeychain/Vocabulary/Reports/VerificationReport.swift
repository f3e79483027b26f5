/// The result of checking a whole keychain.
public struct VerificationReport: Sendable {
    /// The problems that were found, as sentences; empty for an undamaged keychain.
    ///
    /// They identify rows by number and never contain content of items.
    public internal(set) var problems: [String] = []
    /// The number of items and tombstones.
    public internal(set) var rowCount = 0
    /// The number of earlier versions of items, and of other rows of the history (``Keychain/history``).
    public internal(set) var historyCount = 0
    /// The number of items that were locked, so that their content could not be checked.
    public internal(set) var lockedCount = 0
    /// Whether items that were deleted or replaced may still be in the keychain's log, because
    /// another program has been reading it all the time.
    ///
    /// They are encrypted there like all items. They go when that program has finished reading.
    public internal(set) var leavesRemains = false

    /// Makes a report; for keepers of your own.
    ///
    /// - Parameters:
    ///   - problems: The problems, without content of items.
    ///   - rowCount: The number of items and tombstones.
    ///   - lockedCount: The number of items that could not be checked.
    @_spi(Keepers) public init(problems: [String] = [], rowCount: Int = 0, lockedCount: Int = 0) {
        self.problems = problems
        self.rowCount = rowCount
        self.lockedCount = lockedCount
    }
}
