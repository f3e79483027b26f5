internal import KeychainPasskeys
@_spi(Keepers) package import PortableKeychain

/// The user's options beside a name, which choose between items that have it.
package struct ItemChoice: Equatable, Sendable {
    /// Whether the item is only read.
    package enum Purpose: Sendable {
        /// Twins with equal secrets are one item.
        case reading
        /// Twins are two items, because a change would make them different.
        case changing
    }

    /// The items that a name can mean.
    package enum Kinds: Equatable, Sendable {
        /// Passwords alone: a passkey has no secret to read.
        case passwords
        /// Passkeys too, if no password has the name.
        case passkeysToo
    }

    package var itemClass: ItemClass?
    /// The kinds of items that a name can mean.
    package var kinds = Kinds.passwords
    /// The attributes of the item, besides the name.
    package var attributes: ItemAttributes
    /// `true` for synchronized items, `false` for the others.
    package var synchronizable: Bool?
    package let purpose: Purpose
    /// Whether ``synchronizable`` only chooses between twins: otherwise it is also a new value of
    /// the item.
    package var choosesBetweenTwinsOnly = false
    /// The options that choose by attributes; `nil` if each attribute has the one of its name.
    package var options: [AttributeKey: String]?

    package init(
        itemClass: ItemClass? = nil,
        attributes: ItemAttributes = [:],
        synchronizable: Bool? = nil,
        for purpose: Purpose = .reading
    ) {
        (self.itemClass, self.attributes) = (itemClass, attributes)
        (self.synchronizable, self.purpose) = (synchronizable, purpose)
    }

    /// Reads the options of a command that selects items by their attributes, too.
    package init(_ selection: ItemSelection, for purpose: Purpose = .reading) {
        var attributes = selection.attributes
        attributes[.synchronizable] = nil
        self.init(
            itemClass: selection.itemClass,
            attributes: attributes,
            synchronizable: selection.synchronizable,
            for: purpose
        )
    }

    /// The option that chooses by an attribute; `nil` if there is none.
    func option(_ name: AttributeName) -> String? {
        guard let options else { return "--\(name.name)" }
        return options[name.key]
    }

    /// The selection without items that are not meant, so that the user is not asked to
    /// authenticate for those; `nil` if none of its items is meant.
    func narrowed(_ selection: ItemSelection) -> ItemSelection? {
        var selection = selection
        guard let owner = selection.itemClass, itemClass == nil || itemClass == owner else {
            return nil
        }
        for (key, value) in attributes {
            if let other = AttributeName.of(key)?.itemClass, other != owner { return nil }
            // Two values are compared afterwards: one may be the other in other letters.
            // So is what an item must not have.
            guard AttributeName.of(key)?.form.saysNothing(value) != true else { continue }
            selection.attributes[key] = selection.attributes[key] ?? value
        }
        if let synchronizable, !choosesBetweenTwinsOnly {
            let scope: SynchronizationScope = synchronizable ? .synchronized : .local
            selection.attributes[.synchronizable] = scope.value
        }
        return selection
    }

    /// The items that are meant.
    func of(_ items: [ListedItem]) -> [ListedItem] {
        let rest = items.filter { item in
            (itemClass == nil || item.itemClass == itemClass)
                && attributes.allSatisfy { key, value in item.has(value, for: key) }
        }
        guard let synchronizable else { return rest }
        return rest.filter { item in
            item.isSynchronized == synchronizable
                || (choosesBetweenTwinsOnly && !rest.contains(where: item.isTwin))
        }
    }
}

extension ListedItem {
    /// Whether an attribute has a value; one that is missing has the value that says nothing.
    fileprivate func has(_ value: AttributeValue, for key: AttributeKey) -> Bool {
        if key == .account, let passkey { return value == .string(passkey.userName) }
        if let present = attributes[key] { return present == value }
        return AttributeName.of(key)?.form.saysNothing(value) ?? false
    }
}
