@_spi(Keepers) package import PortableKeychain

/// The password items that the options of a command select, by class and attributes.
///
/// ``Items`` searches with it. It does not contain search results; see ``ListedItem``.
package struct ItemSelection: Equatable {
    /// The class; `nil` if the options do not determine it.
    package var itemClass: ItemClass?
    package var attributes: ItemAttributes

    package init(itemClass: ItemClass?, attributes: ItemAttributes) {
        self.itemClass = itemClass
        self.attributes = attributes
    }

    /// Reads the texts of options.
    ///
    /// - Parameters:
    ///   - named: The class that was named; `nil` to derive it from the attributes.
    ///   - given: The attributes and their texts; `nil` for options that were not given.
    /// - Throws: ``Failure`` for a text that is not a value, and for attributes of different
    ///   classes.
    package init(
        _ named: ItemClass?,
        given: [(AttributeKey, String?)]
    ) throws(Failure) {
        var (named, attributes) = (named, ItemAttributes())
        for case (let key, let text?) in given {
            guard let name = AttributeName.of(key) else { continue }
            attributes[key] = try name.value(text)
            guard let owner = name.itemClass else { continue }
            guard named == nil || named == owner else {
                let kind = owner == .internetPassword ? "internet" : "generic"
                throw Failure(
                    .usage,
                    "only \(kind) passwords have --\(name.name)",
                    advice: "omit it, or use only options of the other class"
                )
            }
            named = owner
        }
        self.init(itemClass: named, attributes: attributes)
    }

    /// The same for an item that is stored.
    ///
    /// - Throws: ``Failure`` if nothing says which class it has, and so nothing identifies it.
    package func identified() throws(Failure) -> ItemSelection {
        guard itemClass != nil else {
            throw Failure(
                .usage,
                "--service or --server is required to identify the item",
                advice: "use one of them"
            )
        }
        return self
    }

    /// The classes to search.
    var classes: [ItemClass] {
        itemClass.map { [$0] } ?? [.genericPassword, .internetPassword]
    }

    /// Whether an item has the class and the attributes.
    func selects(_ item: ListedItem) -> Bool {
        (itemClass == nil || itemClass == item.itemClass)
            && attributes.allSatisfy { item.attributes[$0.key] == $0.value }
    }

    /// Whether no attribute was given.
    package var isUnconditional: Bool { attributes.isEmpty }

    /// The choice of synchronization: `nil` for none.
    package var synchronizable: Bool? {
        if case .number(let number) = attributes[.synchronizable] { number != 0 } else { nil }
    }

    /// The attributes to search for; without a choice of the user, synchronized items and others.
    package var pattern: ItemAttributes {
        var pattern = attributes
        pattern[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        return pattern
    }
}
