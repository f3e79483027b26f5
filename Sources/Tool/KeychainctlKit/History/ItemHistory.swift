@_spi(Keepers) package import PortableKeychain
package import KeychainEssentials

/// Earlier versions of items, by the names that people give.
package struct ItemHistory {
    private let keychain: Keychain
    private let versions: [EarlierVersion]

    /// Reads the history of a keychain.
    package init(_ keychain: Keychain) throws(KeychainError) {
        self.keychain = keychain
        versions = try keychain.history.versions()
    }

    /// The attributes that distinguish an item from others.
    private struct Key: Hashable {
        let itemClass: ItemClass
        let attributes: ItemAttributes
        let isSynchronized: Bool

        init(_ item: ListedItem) {
            itemClass = item.itemClass
            attributes = item.namingAttributes
            isSynchronized = item.isSynchronized
        }
    }

    /// The earlier versions of the only item that has a name or had it, the newest first, and the item itself if
    /// it exists.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - choice: A choice between items that have it.
    /// - Returns: The versions, under this name and under the names that the same item had.
    /// - Throws: ``Failure`` if no item has the name, or several.
    package func versions(
        named name: ItemName,
        _ choice: ItemChoice
    ) throws -> (versions: [KeptItem], present: ListedItem?) {
        let stored = try ListedItem.all(in: keychain)
        let present = stored.filter { name.names($0, for: choice.purpose) }
        let all = versions.map(KeptItem.init)
        let kept = all.filter { name.names($0.item, for: choice.purpose) }
        // What one of these items was has its name by that item.
        let known = Set(present.map(Self.identifier))
        let others = kept.filter { !known.contains($0.version.item) }.map(\.item)
        let meant = name.meant(among: present + others, choice)
        let item = try only(meant, "no item has or had this name", choice)
        let key = Key(item)
        let now = present.first { Key($0) == key }
        var identifiers = Set(kept.filter { Key($0.item) == key }.map(\.version.item))
        if let now { identifiers.insert(Self.identifier(of: now)) }
        let own = all.filter {
            Key($0.item) == key || identifiers.contains($0.version.item)
        }
        // Under another name it is the same item.
        let renamed = stored.first { identifiers.contains(Self.identifier(of: $0)) }
        return (own.reversed(), now ?? renamed)
    }

    /// The identifier at the end of a persistent reference.
    private static func identifier(of item: ListedItem) -> [UInt8] {
        Array(item.reference.suffix(16))
    }

    /// The deleted items, each as it was last.
    package static func deleted(in keychain: Keychain) throws(KeychainError) -> [KeptItem] {
        try keychain.history.deleted().map(KeptItem.init)
    }

    /// The deleted items, for a message: the user is not asked for locked ones.
    ///
    /// - Returns: The items; none if they cannot be read now.
    static func deletedAtHand(in keychain: Keychain) -> [ListedItem] {
        let deleted = (try? keychain.history.askingNobody.deleted()) ?? []
        return ItemVisibility.visible.of(deleted.map { KeptItem($0).item })
    }

    /// The only deleted item that has a name.
    ///
    /// - Throws: ``Failure`` if no deleted item has the name, or several.
    package func deleted(named name: ItemName, _ choice: ItemChoice) throws -> KeptItem {
        let deleted = try Self.deleted(in: keychain)
        let named = deleted.filter { name.names($0.item, for: choice.purpose) }
        let meant = name.meant(among: named.map(\.item), choice)
        let missing = "no deleted item has this name"
        func isMeant(_ version: EarlierVersion) -> Bool {
            name.names(KeptItem(version).item, for: choice.purpose)
        }
        if meant.isEmpty, versions.contains(where: isMeant) {
            // The name was given to another item since, to whose history the deleted one belongs.
            let command = "keychainctl history \(AdvisedCommand.name(name.text))"
            throw Failure(
                Failure(KeychainError(.itemNotFound)).status,
                missing,
                advice: "'\(command)' shows what an item of this name was before"
            )
        }
        let item = try only(meant, missing, choice)
        guard let kept = named.first(where: { $0.item == item }) else {
            throw KeychainError(.itemNotFound)
        }
        return kept
    }

    /// All versions of some deleted items, under all names that they had, and of the ones deleted under the same
    /// names before, which the trash does not list.
    package func versions(of deleted: [KeptItem]) -> [EarlierVersion] {
        let names = Set(deleted.map(\.version.identity))
        let items = Set(versions.deletions.filter { names.contains($0.identity) }.map(\.item))
        // Not by the name of a version: an item that exists can have had it, and a deleted one others.
        return versions.filter { items.contains($0.item) }
    }

    private func only(
        _ meant: [ListedItem],
        _ missing: String,
        _ choice: ItemChoice
    ) throws -> ListedItem {
        guard let first = meant.first else {
            throw Failure(
                Failure(KeychainError(.itemNotFound)).status,
                missing,
                advice: "'keychainctl trash list' shows what was deleted"
            )
        }
        guard Set(meant.map(Key.init)).count > 1 else { return first }
        var seen: Set<Key> = []
        let candidates = ItemCandidates(meant.filter { seen.insert(Key($0)).inserted })
        candidates.show()
        throw Failure(
            .severalItems,
            "more than one item has or had this name",
            advice: candidates.advice(.name(choice))
        )
    }
}

/// An earlier version, with the item that it was.
package struct KeptItem {
    package let version: EarlierVersion
    package let item: ListedItem

    init(_ version: EarlierVersion) {
        self.version = version
        item = ListedItem(
            itemClass: version.itemClass,
            attributes: version.attributes,
            reference: version.id
        )
    }

    /// The time until which it is kept at least; `nil` if the change that ended it is dated in the future.
    ///
    /// That date is of a wrong clock and does not count (item-semantics.md §8.2).
    package var keptUntil: Date? {
        let now = Keychain.Configuration.tool.clock.now()
        return version.date.timeIntervalSinceReferenceDate <= now ? version.expires : nil
    }

    /// The names of the attributes that differ from the next version; "secret" if the secrets
    /// differ and can be read without asking the user.
    ///
    /// - Parameters:
    ///   - next: The next version.
    ///   - hasSameSecret: Whether the secrets are the same; `nil` if that is not known.
    /// - Returns: The names.
    package func differences(from next: ListedItem, hasSameSecret: Bool?) -> [String] {
        let dates = [AttributeKey.creationDate, .modificationDate].compactMap {
            AttributeName.of($0)?.name
        }
        // As the keychain compares them, by their bytes.
        func values(_ item: ListedItem) -> [String: [UInt8]] {
            Dictionary(item.values) { first, _ in first }.filter { !dates.contains($0.key) }
                .mapValues { Array($0.utf8) }
        }
        let (old, new) = (values(item), values(next))
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        return (hasSameSecret == false ? ["secret"] : []) + names
    }
}

extension ListedItem {
    /// Whether reading the secret asks the user.
    package var demandsProof: Bool {
        guard case .accessControl(let control) = attributes[.accessControl] else { return false }
        return control.constraints?.isEmpty == false
    }
}
