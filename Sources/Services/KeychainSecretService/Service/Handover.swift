internal import PortableKeychain

/// The items of a keychain that another provider of the Secret Service does not have, or has in an older form.
///
/// An item that the other provider has with the same secret is there, if programs that search for its attributes find
/// it: it may have more of them. What is left is compared by attributes and label, and only if one item on each side
/// has these: otherwise the other provider gets one more item, because many programs store unrelated items with the
/// same attributes. The same rule decides about the other direction (``Direction/taking``).
package struct Handover: Sendable {
    /// The direction in which items are handed over.
    package enum Direction: Sendable {
        /// From a keychain to another provider.
        case giving
        /// From another provider to a keychain, for which this may be the last look at that provider.
        ///
        /// So an item is the same only with the same attributes, and what is not known to be older is stored beside the
        /// other one.
        case taking
    }

    /// The items that the other provider lacks.
    package private(set) var missing: [ForeignItem] = []
    /// The items that were changed after the other provider's were, with the object of each.
    package private(set) var changed: [(item: ForeignItem, object: String)] = []
    /// The items that the other provider has with another secret that is newer, or of unknown age; these stay as they are.
    package private(set) var newer: [ForeignItem] = []

    /// Whether there is nothing to hand over.
    package var isEmpty: Bool { count == 0 }
    /// The number of items to hand over.
    package var count: Int { missing.count + changed.count }

    /// Compares items.
    ///
    /// - Parameters:
    ///   - items: The items that are handed over: those of the keychain, or to a keychain those of the provider.
    ///   - others: The items of the other side, with their objects.
    ///   - direction: The direction.
    package init(
        of items: [ForeignItem],
        to others: [ForeignItem],
        _ direction: Direction = .giving
    ) {
        let isTaking = direction == .taking
        var present: [Key: [ForeignItem]] = [:]
        let (rest, otherRest) = Self.unmatched(items, others, direction) { item in
            present[Key(item), default: []].append(item)
        }
        let (ours, theirs) = (
            Dictionary(grouping: rest, by: Key.init), Dictionary(grouping: otherRest, by: Key.init)
        )
        for item in rest {
            let key = Key(item)
            // An earlier secret of an item that is there, which was imported beside it.
            let hasNewer = present[key]?.contains { $0.modified > item.modified } ?? false
            let isOutdated = hasNewer && !isTaking
            let others = theirs[key] ?? []
            if isOutdated {
                newer.append(item)
            } else if ours[key]?.count == 1, others.count == 1 {
                let other = others[0]
                if other.modified > 0, item.modified > other.modified {
                    changed.append((item, other.object))
                } else if isTaking, item.modified == 0 || other.modified <= item.modified {
                    missing.append(item)
                } else {
                    newer.append(item)
                }
            } else {
                missing.append(item)
            }
        }
    }

    /// The attributes and the label of an item.
    struct Key: Hashable {
        let attributes: [UInt8]
        let label: [UInt8]

        init(_ item: ForeignItem) {
            attributes = item.attributes.distinctive.encoded
            label = Array(item.label.utf8)
        }
    }

    /// The items of both sides without one that has the same secret on the other side; of several equal ones, each
    /// stands for one.
    private static func unmatched(
        _ items: [ForeignItem],
        _ others: [ForeignItem],
        _ direction: Direction,
        found: (ForeignItem) -> Void
    ) -> ([ForeignItem], [ForeignItem]) {
        var others = others
        // Those with equal attributes first, which can be many.
        var places: [[UInt8]: [Int]] = [:]
        for (place, other) in others.enumerated() {
            places[other.attributes.distinctive.encoded, default: []].append(place)
        }
        var isTaken = Set<Int>()
        var rest: [ForeignItem] = []
        for item in items {
            let equal = places[item.attributes.distinctive.encoded] ?? []
            let place = equal.first {
                !isTaken.contains($0) && others[$0].secret.matches(item.secret)
            }
            if let place {
                isTaken.insert(place)
                found(item)
            } else {
                rest.append(item)
            }
        }
        others = others.indices.filter { !isTaken.contains($0) }.map { others[$0] }
        guard direction == .giving else { return (rest, others) }
        rest.removeAll { item in
            let place = others.firstIndex { other in
                item.attributes.distinctive.allSatisfy { name, value in
                    other.attributes[name]?.hasSameBytes(as: value) == true
                } && other.secret.matches(item.secret)
            }
            guard let place else { return false }
            others.remove(at: place)
            found(item)
            return true
        }
        return (rest, others)
    }
}
