/// Whether a list has the items that programs keep for themselves (``ListedItem/isInvisible``).
///
/// Apple's Keychain Access never shows them; here, lists can be asked for them.
package enum ItemVisibility: Sendable {
    case visible
    case all

    /// The items that a list has.
    package func of(_ items: [ListedItem]) -> [ListedItem] {
        // Few lists have one, and the others stay as they are.
        guard self != .all, items.contains(where: \.isInvisible) else { return items }
        return items.filter { !$0.isInvisible }
    }
}
