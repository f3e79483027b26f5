/// An item that may leave this device with a synchronization.
///
/// The rules alone make it (item-semantics.md §4.6), so that no other data can get into a commit.
package struct SyncableItem: Sendable {
    /// The item's primary key.
    package let key: SyncKey
    /// The item as a backup contains it.
    package let item: BackupItem
    /// The version that this is, for a later comparison.
    package let seen: SeenVersion

    init(key: SyncKey, item: BackupItem, seen: SeenVersion) {
        self.key = key
        self.item = item
        self.seen = seen
    }
}
