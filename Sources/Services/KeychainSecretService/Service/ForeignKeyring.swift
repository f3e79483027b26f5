/// A keyring of another provider of the Secret Service that has items.
package struct ForeignKeyring: Equatable, Sendable {
    /// Whether a password protects a keyring.
    package enum Protection: String, Comparable, Sendable {
        /// It opens without one.
        case none
        /// It is open, and the Secret Service has no way to ask whether it has one.
        case unknown
        /// It asks for one.
        case password

        private var rank: Int {
            switch self {
            case .none: 0
            case .unknown: 1
            case .password: 2
            }
        }

        package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
    }

    /// The object of the other provider.
    package let object: String
    package let protection: Protection
    /// The name that its user gave it; empty if it is not known.
    package var label: String
    /// Whether programs store there if they name no keyring.
    package var isDefault: Bool

    package init(
        object: String,
        protection: Protection,
        label: String = "",
        isDefault: Bool = false
    ) {
        (self.object, self.protection) = (object, protection)
        (self.label, self.isDefault) = (label, isDefault)
    }

    /// Its name, for people.
    package var shown: String { label.isEmpty ? "without a name" : "'\(label)'" }

    /// The objects of the keyrings that have items, each once.
    ///
    /// The object of an item is below that of its keyring (Secret Service API, draft 0.2, *Object paths*).
    ///
    /// - Parameter items: The objects of items.
    /// - Returns: The objects, in the order of the items.
    package static func objects(above items: [String]) -> [String] {
        var objects: [String] = []
        for item in items {
            guard let object = object(above: item) else { continue }
            if !objects.contains(object) { objects.append(object) }
        }
        return objects
    }

    /// The object of the keyring that has an item; `nil` if the item's object has none above it.
    package static func object(above item: String) -> String? {
        item.lastIndex(of: "/").map { String(item[..<$0]) }
    }
}
