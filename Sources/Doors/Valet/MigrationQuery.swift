internal import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// A caller's query for the items to move into a valet.
struct MigrationQuery {
    /// The search for everything that matches.
    let request: ItemRequest

    /// Reads a query.
    ///
    /// - Parameter query: A dictionary with Apple's keys.
    /// - Throws: ``MigrationError/invalidQuery`` for a query that is not of generic passwords, or
    ///   asks for one of them, for their data, or for objects.
    init(_ query: [String: AnyHashable]) throws(MigrationError) {
        let query = query.mapValues(\.base) as NSDictionary
        func truth(_ key: String) -> Bool? {
            query.object(forKey: key).flatMap { ($0 as? NSNumber)?.boolValue }
        }
        guard query.count > 0,
            query.object(forKey: "class") as? String == ItemClass.genericPassword.rawValue,
            query.object(forKey: "m_Limit") as? String != "m_LimitOne",
            query.object(forKey: AttributeKey.accessControl.name) == nil,
            truth("r_Data") != true, truth("r_Attributes") != false,
            truth("r_Ref") != true, truth("r_PersistentRef") != false,
            var request = try? ItemQuery(query, for: .copyMatching).request
        else { throw .invalidQuery }
        request.limit = request.limit ?? .all
        self.request = request
    }
}
