package import PortableKeychain

/// The password items that the options of a command select, by class and attributes.
///
/// ``Items`` searches with it. It does not contain search results; see ``ListedItem``.
package struct ItemSelection {
    /// The class; `nil` if the options do not determine it.
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

    /// Whether no attribute was given.
    package var isUnconditional: Bool { attributes.isEmpty }

    /// The attributes to search for; without a choice of the user, synchronized items and others.
    package var pattern: ItemAttributes {
        var pattern = attributes
        pattern[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        return pattern
    }
}
