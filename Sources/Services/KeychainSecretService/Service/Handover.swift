internal import PortableKeychain

/// The items of a keychain that another provider of the Secret Service does not have, or has in an older form.
///
/// Items are the same if their attributes are, because programs find them by these. Of several with the same
/// attributes, those with the same secret are compared first.
package struct Handover: Sendable {
    /// The items that the other provider lacks.
    package private(set) var missing: [ForeignItem] = []
    /// The items whose secret was changed since the other provider got it, with its object for each.
    package private(set) var changed: [(item: ForeignItem, object: String)] = []
    /// The items whose secret was changed there last, or at the same time; these stay as they are.
    package private(set) var newer: [ForeignItem] = []

    /// Whether there is nothing to hand over.
    package var isEmpty: Bool { count == 0 }
    /// The number of items to hand over.
    package var count: Int { missing.count + changed.count }

    /// Compares items.
    ///
    /// - Parameters:
    ///   - items: The items of the keychain.
    ///   - others: The items of the other provider, with their objects.
    package init(of items: [ForeignItem], to others: [ForeignItem]) {
        var candidates: [[UInt8]: [ForeignItem]] = [:]
        for other in others { candidates[Self.key(other), default: []].append(other) }
        var rest: [ForeignItem] = []
        for item in items {
            let key = Self.key(item)
            let place = candidates[key]?.firstIndex { $0.secret.matches(item.secret) }
            if let place { candidates[key]?.remove(at: place) } else { rest.append(item) }
        }
        for item in rest {
            let key = Self.key(item)
            guard let other = candidates[key]?.first else {
                missing.append(item)
                continue
            }
            candidates[key]?.removeFirst()
            if item.modified > other.modified {
                changed.append((item, other.object))
            } else {
                newer.append(item)
            }
        }
    }

    private static func key(_ item: ForeignItem) -> [UInt8] { item.attributes.distinctive.encoded }
}
