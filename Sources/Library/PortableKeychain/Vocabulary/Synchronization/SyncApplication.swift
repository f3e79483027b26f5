/// One version to store, if the item has not changed since it was read.
package struct SyncApplication: Sendable {
    /// The state of the item after the application.
    package enum Outcome: Sendable {
        /// The item is stored as it is given, with these dates.
        case put(BackupItem)
        /// The item is removed, and leaves no tombstone.
        case delete
        /// The item stays; it must only not have changed.
        case keep
    }

    /// The primary key of the item.
    package let key: SyncKey
    /// The version from which the outcome was computed.
    package let expected: SeenVersion
    /// The state of the item after it.
    package let outcome: Outcome
    /// Whether a user of this device has asked for it: then it is a change of the caller, and not one of
    /// synchronization.
    package let isEdit: Bool

    /// Makes an application.
    package init(key: SyncKey, expected: SeenVersion, outcome: Outcome, isEdit: Bool = false) {
        self.key = key
        self.expected = expected
        self.outcome = outcome
        self.isEdit = isEdit
    }
}

/// The result of ``SynchronizedKeeper/apply(_:state:)``.
package enum SyncApplied: Hashable, Sendable {
    /// Everything was stored; the marks are `nil` for a store that has none.
    case applied(ChangeMarks?)
    /// Nothing was stored, because of items that are not as they were read.
    ///
    /// `locked` are those that cannot be compared now.
    case stale(changed: Set<SyncKey>, locked: Set<SyncKey>)

    /// Whether everything was stored.
    package var isApplied: Bool {
        if case .applied = self { true } else { false }
    }
}

/// The name of a row in which synchronization keeps its own state.
package struct SyncStateName: Hashable, Sendable {
    /// The kind of state, such as `replica`.
    package let kind: String
    /// The identifier of the subject; empty if there is one such row.
    package let id: [UInt8]
    /// Whether the row can be read only while the keychain is unlocked, and not from the first
    /// unlock on.
    package let needsUnlock: Bool

    /// Makes a name.
    package init(kind: String, id: [UInt8] = [], needsUnlock: Bool = false) {
        self.kind = kind
        self.id = id
        self.needsUnlock = needsUnlock
    }
}

/// A change of a row of state.
package enum SyncStateChange: Sendable {
    /// Stores bytes, which can be read when the name says so.
    case put(SyncStateName, SecretBytes)
    /// Removes the row, if there is one.
    case remove(SyncStateName)
}
