/// The optional operations of a keeper, as error messages name them.
package enum ManagedFeature: String, Sendable {
    case accessGroups = "change its access groups"
    case authentication = "authenticate the user in advance"
    case locking = "be locked and unlocked, or have a passcode"
    case access = "have more ways in than a passcode"
    case rotation = "replace its keys"
    case verification = "be checked for damage"
    case backup = "be backed up and restored"
    case tokenKeys = "make keys in a token"
    case history = "keep what items were before they were changed or deleted"
    case changeMark = "tell whether it has changed"

    /// The error of a keeper that does not offer the operation.
    package var isMissing: KeychainError {
        KeychainError(
            .unimplemented,
            reason: """
                The keeper of this keychain cannot \(rawValue). Use the keeper's own store for \
                that, or implement this part of ManagedKeeper.
                """
        )
    }
}
