internal import SealedStore

extension Vault {
    /// The sealed digest over all rows, which every write seals again, so that its bytes change.
    var changeMark: [UInt8] {
        get throws(KeychainError) { try Self.translating { try store.readState().digest } }
    }
}
