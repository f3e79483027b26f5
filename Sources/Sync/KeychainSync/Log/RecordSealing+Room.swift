internal import PortableKeychain

extension RecordSealing {
    /// Seals a state with as much of its history as a record has room for, without the oldest values.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - id: The item.
    ///   - overwritten: Values of the history that no device has elsewhere.
    /// - Returns: The record; `nil` if the item and these values are too large for one.
    /// - Throws: Any other error of sealing.
    func record(
        of state: ItemState,
        _ id: ItemID,
        keeping overwritten: [VersionedUnit]
    ) throws(KeychainError) -> [UInt8]? {
        var state = state
        while true {
            do throws(KeychainError) {
                return try seal(state.encoded, of: id, whenUnlocked: state.needsUnlock)
            } catch {
                guard error.code == .dataTooLarge else { throw error }
                let oldest = state.history.firstIndex { !overwritten.contains($0) }
                guard let oldest else { return nil }
                state.history.remove(at: oldest)
            }
        }
    }
}
