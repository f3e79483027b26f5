/// The knowledge of a device about an item that its user has moved.
package enum MovedItem: Sendable {
    /// There is no such item.
    case none
    /// It cannot be seen now.
    case locked
    /// The log of its new vault has no record of its name.
    case unsent
    /// The log has a record of its name, and the item of this device is another one.
    case unmerged
    /// The log has it, and the old vault has overwritten values that no user has looked at.
    case conflicts
    /// The log has it.
    case settled
}

/// The decisions of proposal 0016, each as a value that a mutant replaces.
package struct SharingRules: Sendable {
    /// Whether the deletion in the old vault waits.
    package var holds: @Sendable (MovedItem) -> Bool = { moved in
        switch moved {
        case .none, .settled: false
        case .locked, .unsent, .unmerged, .conflicts: true
        }
    }
    /// Whether a new item in the place of a moved one waits as the deletion would.
    package var newItemWaits = true
    /// Whether overwritten values are sent while the deletion of their item waits.
    package var sendsOverwritten = true
    /// Whether a moved item is found under another name.
    package var findsRenamed = true
    /// Whether what a merge overwrote where a moved item was for a while is waited for, too.
    package var looksWhereItPassed = true
    /// Whether a move gives each value of the item a new version.
    package var moveIsEdit = true
    /// Whether a vault may store only items of its own group.
    package var keepsToItsGroup = true
    /// Whether a removal begins the next epoch.
    package var removalBeginsEpoch = true
    /// Whether the removal of a person removes all of its devices.
    package var removesAllDevices = true
    /// Whether only the key of a person that is a member at this moment adds devices.
    package var judgesByPresentMembers = true
    /// Whether a person that has lost a device gets a new key.
    package var replacesKey = true
    /// Whether the new key is one that was made after the loss.
    package var wantsFreshKey = true
    /// Whether a key is in the log of the person's own vault before it is used.
    package var storesKeyFirst = true
    /// Whether an edit in the old vault is carried to the new one without its user.
    package var followsEdits = false
    /// Whether a device that was removed keeps the items that it has.
    package var keepsItems = true
    /// Whether each device signs its commits as itself.
    package var authorIsDevice = true

    package static let standard = SharingRules()
}
