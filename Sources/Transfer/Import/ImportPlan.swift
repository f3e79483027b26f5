package import KeychainctlKit
package import PortableKeychain

/// What an import would do, item by item, found out before anything is done.
package struct ImportPlan {
    /// What becomes of an item.
    package enum Outcome: String {
        /// It is not there yet.
        case new
        /// It is there as it comes.
        case same
        /// Another one is in its place.
        case conflicting
    }

    /// One item with what becomes of it.
    package struct Step {
        package let outcome: Outcome
        /// Class, place, account and label, for a person.
        package let summary: [String]
        /// What stores it; for one in conflict, what replaces the other.
        let request: ItemRequest
    }

    package private(set) var steps: [Step] = []
    private let items: Items

    /// Compares what is to be imported with what is there.
    ///
    /// - Throws: What the keychain answers, such as that it is locked.
    package init(_ content: ImportContent, into items: Items) throws(KeychainError) {
        self.items = items
        let group = items.keychain.defaultAccessGroup.map { AttributeValue.string($0) }
        let passwords = Self.distinct(content.items, group)
        for (index, item) in passwords.enumerated() {
            if index.isMultiple(of: 100) {
                Terminal.progress("Comparing \(index) of \(passwords.count)")
            }
            steps.append(try step(item))
        }
        for object in content.objects { steps.append(try step(object)) }
        Terminal.progress("")
    }

    /// The steps of an outcome.
    package func count(_ outcome: Outcome) -> Int { steps.count { $0.outcome == outcome } }

    /// Stores what is new, and what is in conflict where that is wanted: all of it, or none.
    package func perform(replacing: Bool) throws(KeychainError) {
        let requests = steps.filter {
            $0.outcome == .new || ($0.outcome == .conflicting && replacing)
        }
        try items.keychain.performTogether(requests.map(\.request))
    }

    /// The items without repetitions; those that differ but have one place get numbers.
    private static func distinct(_ items: [NewItem], _ group: AttributeValue?) -> [NewItem] {
        struct Place: Hashable {
            var itemClass: ItemClass
            var uniqueness: ItemAttributes
        }
        var taken: [Place: NewItem] = [:]
        return items.compactMap { item in
            var item = item
            item.attributes[.accessGroup] = item.attributes[.accessGroup] ?? group
            let original = item
            var number = 2
            while true {
                let place = Place(itemClass: item.itemClass, uniqueness: item.uniqueness)
                guard let other = taken[place] else {
                    taken[place] = item
                    return item
                }
                if other.secret.matches(item.secret) { return nil }
                item = original
                item.number(number)
                number += 1
            }
        }
    }

    private func step(_ item: NewItem) throws(KeychainError) -> Step {
        let summary = ListedItem(itemClass: item.itemClass, attributes: item.attributes)
        let addition = ItemRequest(
            .add,
            itemClass: item.itemClass,
            attributes: item.attributes,
            secret: item.secret
        )
        var search = ItemRequest(
            .copyMatching,
            itemClass: item.itemClass,
            attributes: item.uniqueness,
            returning: [.attributes, .data, .persistentReference],
            interaction: .skip
        )
        if let found = try items.perform(search)?.items.first {
            let isSame = found.secret?.matches(item.secret) ?? (item.secret.count == 0)
            let hasNotes =
                item.attributes[.comment] == nil
                || found.attributes?[.comment] == item.attributes[.comment]
            var changed = item.attributes
            for (key, _) in item.uniqueness { changed[key] = nil }
            let change = ItemRequest(
                .update(ItemChanges(attributes: changed, secret: item.secret)),
                persistentReference: found.persistentReference
            )
            return Step(
                outcome: isSame && hasNotes ? .same : .conflicting,
                summary: Array(summary.row.prefix(4)),
                request: change
            )
        }
        // An item that requires user authentication was skipped, but it still occupies the place.
        search.interaction = .forbidden
        search.returning = []
        do throws(KeychainError) {
            if try items.perform(search) == nil {
                return Step(outcome: .new, summary: Array(summary.row.prefix(4)), request: addition)
            }
        } catch  where error.code.isInaccessible {}
        search.verb = .update(ItemChanges(secret: item.secret))
        search.interaction = .allowed
        return Step(
            outcome: .conflicting,
            summary: Array(summary.row.prefix(4)),
            request: search
        )
    }

    /// Keys and certificates are the same or not; nothing else can be in their place.
    private func step(_ object: ItemRequest) throws(KeychainError) -> Step {
        let search = ItemRequest(
            .copyMatching,
            itemClass: object.itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            object: object.object
        )
        let isThere = try items.perform(search) != nil
        var label = ""
        if case .string(let text) = object.attributes[.label] { label = text }
        let kind: String
        switch object.object {
        case .certificate(let certificate):
            kind = "certificate"
            label = label.isEmpty ? certificate.subjectSummary ?? "" : label
        default: kind = "key"
        }
        return Step(
            outcome: isThere ? .same : .new,
            summary: [kind, "", "", label],
            request: object
        )
    }
}
