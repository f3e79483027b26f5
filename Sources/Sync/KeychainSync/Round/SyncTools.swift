internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// The parts that a device needs to synchronize.
package struct SyncTools: Sendable {
    package let device: DeviceID
    package let sealing: any RecordSealing
    package let rules: SyncRules
    let merge: ItemMerge
    /// The present time, which decides no merge.
    let now: Date
    let accepts: @Sendable (BackupItem, SyncKey) -> Bool

    package init(
        device: DeviceID,
        sealing: any RecordSealing,
        rules: SyncRules = .standard,
        store: some SyncStore
    ) {
        self.device = device
        self.sealing = sealing
        self.rules = rules
        now = store.now
        accepts = { item, key in store.accepts(item, as: key) }
        merge = ItemMerge(rules: rules) { unit in
            sealing.tie(unit.encodedValue)
        }
    }
}
