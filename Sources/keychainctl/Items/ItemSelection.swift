internal import PortableKeychain

/// The items that the options of a command name.
struct ItemSelection {
    /// The class, when the options tell.
    var itemClass: ItemClass?
    var attributes: ItemAttributes

    /// The classes to search.
    var classes: [ItemClass] {
        itemClass.map { [$0] } ?? [.genericPassword, .internetPassword]
    }

    /// Whether nothing but the class was named.
    var isUnconditional: Bool { attributes.isEmpty }

    /// What to search for: synchronized items or not, unless the user chose.
    var pattern: ItemAttributes {
        var pattern = attributes
        pattern[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        return pattern
    }
}
