/// The rows of a keychain that cannot be read, and those that a repair removes.
package struct DamageReport: Sendable {
    /// The number of items whose attributes cannot be opened, so that nothing is known of them.
    ///
    /// A repair removes them.
    package var itemCount = 0
    /// The number of earlier versions of which the same is true.
    package var historyCount = 0
    /// The number of rows in pages of the file that cannot be read, of whatever kind.
    ///
    /// A repair does without them.
    package var unreadableCount = 0
    /// The number of rows of this software's own state that cannot be used, without those of the two
    /// properties below.
    ///
    /// Such as the decision about a program, or the name of a security key. A repair removes them.
    package var stateCount = 0
    /// Whether the mark cannot be used that the keychain is used through the agent alone.
    ///
    /// A repair removes it.
    package var endsExclusiveUse = false
    /// Whether the keychain is synchronized, and nothing shows that all of that state is there and none of it
    /// is old.
    ///
    /// A repair removes all of it, so that the device joins again: with a part, it could accept what it has
    /// refused.
    package var endsSynchronization = false
    /// Whether items were removed, added or changed by other software.
    ///
    /// A repair takes those that are left for all items.
    package var isSetChanged = false
    /// Whether the indexes, or what the file notes of its room, do not agree with the rows.
    ///
    /// A repair makes them again.
    package var isStructureDamaged = false
    /// The items whose secret alone cannot be opened.
    ///
    /// A repair leaves them: they can be set, deleted and restored.
    package var withoutSecret: [BackupItem] = []

    /// Whether a repair changes anything.
    package var isRepairable: Bool {
        isLoss || endsSynchronization || isSetChanged || isStructureDamaged
    }

    /// Whether a repair removes anything that a person can miss.
    package var isLoss: Bool {
        itemCount + historyCount + stateCount + unreadableCount > 0 || endsExclusiveUse
    }
}
