package import KeychainEssentials

/// The items of a keychain to synchronize.
package struct SyncContent: Sendable {
    /// The tombstone of a deleted item.
    package struct Tombstone: Hashable, Sendable {
        /// The primary key of the deleted item.
        package let key: SyncKey
        /// The time when it was deleted.
        package let modified: Date
    }

    /// The items that may leave this device.
    package var items: [SyncableItem] = []
    /// The tombstones of synchronizable items.
    package var tombstones: [Tombstone] = []
    /// The synchronizable items that stay, because their accessibility binds them to this device.
    package var home: Set<SyncKey> = []
    /// The number of synchronizable rows that are locked, whose keys are therefore unknown.
    package var locked = 0
    /// Whether items that need an unlocked keychain can be read.
    package var isUnlocked = true
    /// The marks of the rows that were opened.
    package var marks: [SyncKey: RowMark] = [:]
    /// The known rows that are not as they were, or are gone; the others were not opened.
    package var missing: [RowMark] = []

    init() {}
}

/// The version of an item that was read, or that there was none.
package enum SeenVersion: Hashable, Sendable {
    /// There was neither an item nor a tombstone.
    case nothing
    /// There was a tombstone.
    case tombstone(modified: Date)
    /// There was an item.
    ///
    /// Its digest leaves the dates out, and the same content at another time is another change, so
    /// both are compared.
    case live(digest: [UInt8], modified: Date)
}
