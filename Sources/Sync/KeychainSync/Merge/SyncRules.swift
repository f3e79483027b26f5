/// The decisions of synchronization, each as a function.
///
/// A value, so that tests can replace one decision by a wrong one and show that it is noticed. Only a file that imports
/// this module with `@_spi(Mutants)` can name the decisions, and no file of a product does (`TidyTests`).
package struct SyncRules: Sendable {
    /// The version of an edit, from the time of the edit, the version that it replaced, and the
    /// device.
    @_spi(Mutants) public var version: @Sendable (HybridTime, UnitVersion?, DeviceID) -> UnitVersion
    /// The value that the history keeps when a value lost; `nil` for none.
    @_spi(Mutants) public var overwritten: @Sendable (VersionedUnit) -> VersionedUnit?
    /// Whether a state has a value that another does not know: an edit, or an overwritten value.
    @_spi(Mutants) public var isEdited: @Sendable (ItemState, _ since: ItemState?) -> Bool
    /// Whether an item outlives its deletion on the log: a delete removes only the state that it
    /// had seen.
    @_spi(Mutants) public var outlivesRemoteDelete:
        @Sendable (ItemState, _ basis: ItemState?) -> Bool
    /// Whether a version on the log outlives a deletion here.
    @_spi(Mutants) public var outlivesLocalDelete:
        @Sendable (ItemState, _ basis: ItemState?) -> Bool
    /// Whether the absence of an item on the log counts.
    @_spi(Mutants) public var heedsAbsence: Bool
    /// Whether the record that an item was merged with is kept until it is merged with a newer one.
    @_spi(Mutants) public var keepsBasis: Bool
    /// Whether a commit is in the log, by the numbers of commits that the engine vouches for.
    @_spi(Mutants) public var isCommitted: @Sendable (CommitAttempt, ZoneHead) -> Bool
    /// Whether a commit that is not in the log can still get there.
    @_spi(Mutants) public var isPossible: @Sendable (CommitAttempt, ZoneHead) -> Bool
    /// Whether an item needs no comparison before something changes: here, or on the log.
    @_spi(Mutants) public var isSettled: @Sendable (_ hasWork: Bool, _ isPending: Bool) -> Bool
    /// Whether a settled item is compared again once its state on the log has changed.
    @_spi(Mutants) public var comparesAgain: Bool
    /// The limits on an item's history.
    @_spi(Mutants) public var limits: HistoryLimits

    /// The rules that lose nothing.
    package static let standard = SyncRules(
        version: { edited, before, device in
            // The item's own time, so that an edit which is found late does not look younger than
            // it is. Always later than what it replaced, whatever the clock says.
            UnitVersion(time: max(edited, before?.time.next ?? edited), device: device)
        },
        overwritten: { $0.value == nil ? nil : $0 },
        isEdited: { state, since in !state.isSame(as: since) },
        outlivesRemoteDelete: { state, basis in !state.isSame(as: basis) },
        outlivesLocalDelete: { state, basis in !state.isSame(as: basis) },
        heedsAbsence: true,
        keepsBasis: true,
        // Looking for the entry itself would fail once the log is pruned.
        isCommitted: { attempt, head in head.written[attempt.author, default: 0] >= attempt.number
        },
        // No copy is accepted once its place is taken, or once there are other members: a removed
        // one could read what was sealed for it.
        isPossible: { attempt, head in
            head.sequence < attempt.sequence && head.membership == attempt.membership
        },
        isSettled: { hasWork, isPending in !hasWork && !isPending },
        comparesAgain: true,
        limits: .standard
    )
}

/// The limits on the overwritten values of an item: their number and length.
package struct HistoryLimits: Sendable {
    package var count: Int
    package var length: Int

    package init(count: Int, length: Int) {
        (self.count, self.length) = (count, length)
    }

    package static let standard = HistoryLimits(count: 8, length: 64 * 1024)
}
