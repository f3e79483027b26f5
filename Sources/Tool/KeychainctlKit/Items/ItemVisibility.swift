/// Whether a list has the items that programs keep for themselves (``ListedItem/isInvisible``).
///
/// Apple's Keychain Access never shows them; here, lists can be asked for them.
package enum ItemVisibility: Sendable {
    case visible
    case all

    /// The items that a list has.
    package func of(_ items: [ListedItem]) -> [ListedItem] {
        self == .all ? items : items.filter { !$0.isInvisible }
    }
}
