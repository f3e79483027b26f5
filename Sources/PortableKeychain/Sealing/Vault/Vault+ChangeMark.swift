internal import SealedStore

extension Vault {
    /// The sealed digest over all rows, which every write makes anew.
    var changeMark: [UInt8] {
        get throws(KeychainError) { try Self.translating { try store.readState().digest } }
    }
}
