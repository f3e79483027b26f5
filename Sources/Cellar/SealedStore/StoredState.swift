/// The state of a store, which it stores once in addition to its rows.
package struct StoredState: Sendable, Equatable {
    /// A number that increases with each new keybag and each lock, so that other processes notice
    /// them.
    package var epoch: Int64
    /// The sealed keys; opaque here.
    package var keybag: [UInt8]
    /// The authenticated digest over all rows; opaque here.
    package var digest: [UInt8]

    /// Makes a state.
    package init(epoch: Int64, keybag: [UInt8], digest: [UInt8]) {
        self.epoch = epoch
        self.keybag = keybag
        self.digest = digest
    }
}
