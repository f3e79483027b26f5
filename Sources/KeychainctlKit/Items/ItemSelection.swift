package import PortableKeychain

/// The items that the options of a command name.
package struct ItemSelection {
    /// The class, when the options tell.
    package var itemClass: ItemClass?
    package var attributes: ItemAttributes

    package init(itemClass: ItemClass?, attributes: ItemAttributes) {
        self.itemClass = itemClass
        self.attributes = attributes
    }

    /// The classes to search.
    var classes: [ItemClass] {
        itemClass.map { [$0] } ?? [.genericPassword, .internetPassword]
    }

    /// Whether nothing but the class was named.
    package var isUnconditional: Bool { attributes.isEmpty }

    /// What to search for: synchronized items or not, unless the user chose.
    package var pattern: ItemAttributes {
        var pattern = attributes
        pattern[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        return pattern
    }
}
