package import PortableKeychain

/// What a person says beside a name to choose between items that have it.
package struct ItemChoice: Equatable, Sendable {
    /// Whether the item is only read.
    package enum Purpose: Sendable {
        /// Twins with equal secrets are one item.
        case reading
        /// Twins are two items, because a change would make them different.
        case changing
    }

    package var itemClass: ItemClass?
    package var group: String?
    /// `true` for synchronized items, `false` for the others.
    package var synchronizable: Bool?
    package let purpose: Purpose
    /// Whether ``synchronizable`` chooses between twins alone: it is what an item is to become.
    package var choosesBetweenTwinsOnly = false
    /// The option that chooses by group.
    package var groupOption = "--group"

    package init(
        itemClass: ItemClass? = nil,
        group: String? = nil,
        synchronizable: Bool? = nil,
        for purpose: Purpose = .reading
    ) {
        (self.itemClass, self.group) = (itemClass, group)
        (self.synchronizable, self.purpose) = (synchronizable, purpose)
    }

    /// Reads the options of a command that selects items by their attributes, too.
    package init(_ selection: ItemSelection) {
        var group: String?
        if case .string(let name) = selection.attributes[.accessGroup] { group = name }
        self.init(
            itemClass: selection.itemClass,
            group: group,
            synchronizable: selection.synchronizable
        )
    }

    /// The selection without items that are not meant, so that nobody is asked to authenticate for
    /// those.
    func narrowed(_ selection: ItemSelection) -> ItemSelection {
        var selection = selection
        if let group { selection.attributes[.accessGroup] = .string(group) }
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
                && (group == nil || item.text(.accessGroup) == group)
        }
        guard let synchronizable else { return rest }
        return rest.filter { item in
            item.isSynchronized == synchronizable
                || (choosesBetweenTwinsOnly && !rest.contains(where: item.isTwin))
        }
    }
}
