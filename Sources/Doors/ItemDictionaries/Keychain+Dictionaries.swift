internal import Foundation
@_spi(Keepers) package import PortableKeychain

// The four functions for doors that speak dictionaries and have no live objects.

extension Keychain {
    /// Adds an item.
    ///
    /// - Parameter dictionary: The class, the attributes and the payload, under Apple's keys.
    /// - Throws: ``KeychainError`` with the status of Specification/item-semantics.md.
    package func addItem(_ dictionary: [String: Any]) throws(KeychainError) {
        _ = try perform(ItemQuery(dictionary as NSDictionary, for: .add).request)
    }

    /// Finds items, and returns a dictionary for each.
    ///
    /// - Parameter dictionary: The search. Attributes and payload are always returned.
    /// - Returns: The items; none when nothing matches.
    /// - Throws: ``KeychainError`` with the status of Specification/item-semantics.md.
    package func items(
        matching dictionary: [String: Any]
    ) throws(KeychainError) -> [[String: Any]] {
        var request = try ItemQuery(dictionary as NSDictionary, for: .copyMatching).request
        request.returning = [.attributes, .data]
        guard let answer = try answer(to: request) else { return [] }
        let result = ItemResult(answer, to: request, objects: .none).object
        return result as? [[String: Any]] ?? (result as? [String: Any]).map { [$0] } ?? []
    }

    /// Changes every matching item, all or none.
    ///
    /// - Parameters:
    ///   - dictionary: The conditions on items.
    ///   - changes: The new attributes and payload.
    /// - Throws: ``KeychainError``, with ``KeychainError/Code/itemNotFound`` when nothing matches.
    package func updateItems(
        matching dictionary: [String: Any],
        to changes: [String: Any]
    ) throws(KeychainError) {
        let changes = try ItemChanges(changes as NSDictionary)
        _ = try perform(ItemQuery(dictionary as NSDictionary, for: .update(changes)).request)
    }

    /// Removes every matching item.
    ///
    /// - Parameter dictionary: The search.
    /// - Throws: ``KeychainError``, with ``KeychainError/Code/itemNotFound`` when nothing matches.
    package func deleteItems(matching dictionary: [String: Any]) throws(KeychainError) {
        _ = try perform(ItemQuery(dictionary as NSDictionary, for: .delete).request)
    }
}
