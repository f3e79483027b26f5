/// The result of replacing all keys of a keychain.
public struct RotationReport: Sendable {
    /// The number of items and tombstones that were sealed again.
    public internal(set) var itemCount = 0
    /// The number of items that were removed, because their key was destroyed when a passcode was
    /// removed.
    public internal(set) var destroyedCount = 0
    /// The slots that were removed, because their secret was not presented.
    public internal(set) var removedSlots: [AccessSlot] = []
    /// Whether items under the old keys may still be in the keychain's log, because another program
    /// has been reading it all the time.
    ///
    /// They go when that program has finished reading.
    public internal(set) var leavesRemains = false

    /// Makes a report; for keepers of your own.
    ///
    /// - Parameters:
    ///   - itemCount: The number of items that were sealed again.
    ///   - destroyedCount: The number of items that were removed.
    ///   - removedSlots: The slots that were removed.
    @_spi(Keepers) public init(
        itemCount: Int = 0,
        destroyedCount: Int = 0,
        removedSlots: [AccessSlot] = []
    ) {
        self.itemCount = itemCount
        self.destroyedCount = destroyedCount
        self.removedSlots = removedSlots
    }
}
