@_spi(Keepers) internal import PortableKeychain

extension Items {
    /// Decides in which group an item is that a person names without one: in that of new items, or
    /// in the only other one that has an item of this name, such as a program's own.
    ///
    /// - Parameter new: The item as the options describe it.
    /// - Returns: The same, with the group of the item that is there.
    /// - Throws: ``Failure`` if several other groups have it.
    func inGroup(_ new: ItemSelection) throws -> ItemSelection {
        guard new.attributes[.accessGroup] == nil, try !isThere(new, .any) else { return new }
        let identity = ItemSelection(
            itemClass: new.itemClass ?? .genericPassword,
            attributes: (new.itemClass ?? .genericPassword).identity(of: new.attributes)
        )
        let returning: ReturnOptions = [.attributes, .persistentReference]
        let found = try find(identity, returning, limit: .all, interaction: .skip)
            .map(ListedItem.init)
        let groups = Set(found.map { $0.text(.accessGroup) })
        guard groups.count <= 1 else {
            let candidates = ItemCandidates(found)
            candidates.show()
            throw Failure(
                .severalItems,
                "several access groups have an item of this name",
                advice: "use --group to choose one, or to make another"
            )
        }
        var new = new
        new.attributes[.accessGroup] = groups.first.map { .string($0) }
        return new
    }
}
