package import KeychainctlKit
@_spi(Keepers) package import PortableKeychain

/// The planned effect of an import on each item, determined before anything is changed.
///
/// `keychainctl import` creates it from an ``ImportContent``, shows it to the user and, after
/// confirmation, performs it in one transaction.
package struct ImportPlan {
    /// The effect of the import on an item.
    package enum Outcome: String {
        /// The item does not exist yet.
        case new
        /// An identical item exists.
        case same
        /// The item exists with another secret.
        case conflicting
    }

    /// One item and the effect of the import.
    package struct Step {
        package let outcome: Outcome
        /// Class, website, account and label, for the user.
        package let summary: [String]
        /// The steps that add the item or, in a conflict, replace the existing one.
        let changes: [ItemStep]

        init(_ outcome: Outcome, _ summary: [String], _ changes: [ItemStep]) {
            (self.outcome, self.summary, self.changes) = (outcome, summary, changes)
        }
    }

    package private(set) var steps: [Step] = []
    private let items: Items

    /// Compares the content with the existing items.
    ///
    /// - Throws: Any error of the keychain, such as that it is locked.
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
        var passkeys = PasskeyPlanning(content.passkeys, items.keychain)
        for passkey in content.passkeys { steps.append(try passkeys.step(passkey)) }
        Terminal.progress("")
    }

    /// The number of items with an outcome.
    package func count(_ outcome: Outcome) -> Int { steps.count { $0.outcome == outcome } }

    /// Adds new items and, if `replacing` is true, replaces conflicting ones: all of them, or none.
    package func perform(replacing: Bool) throws(KeychainError) {
        let wanted = steps.filter {
            $0.outcome == .new || ($0.outcome == .conflicting && replacing)
        }
        Terminal.progress("Storing \(wanted.count)")
        defer { Terminal.progress("") }
        _ = try items.keychain.performTogether(wanted.flatMap(\.changes))
    }

    /// The items without duplicates; different items with the same primary key get numbers.
    static func distinct(_ items: [NewItem], _ group: AttributeValue?) -> [NewItem] {
        struct Place: Hashable {
            var itemClass: ItemClass
            var uniqueness: ItemAttributes
        }
        /// The items that wanted a place: the next number, and their secrets by a keyed hash.
        struct Claims {
            var number = 2
            var secrets: [Int: [SecretBytes]] = [:]

            /// Remembers a secret; returns whether it is new.
            mutating func insert(_ secret: SecretBytes) -> Bool {
                var hasher = Hasher()
                secret.withUnsafeBytes { hasher.combine(bytes: $0) }
                let hash = hasher.finalize()
                guard !secrets[hash, default: []].contains(where: secret.matches) else {
                    return false
                }
                secrets[hash, default: []].append(secret)
                return true
            }
        }
        var taken: Set<Place> = []
        var claims: [Place: Claims] = [:]
        return items.compactMap { item in
            var item = item
            item.statesGroup = item.attributes[.accessGroup] != nil
            item.attributes[.accessGroup] = item.attributes[.accessGroup] ?? group
            let original = item
            let wanted = Place(itemClass: item.itemClass, uniqueness: item.uniqueness)
            guard claims[wanted, default: Claims()].insert(item.secret) else { return nil }
            var place = wanted
            // A number that is taken stays taken, so each is tried once.
            while !taken.insert(place).inserted {
                item = original
                item.number(claims[wanted, default: Claims()].number)
                claims[wanted, default: Claims()].number += 1
                place = Place(itemClass: item.itemClass, uniqueness: item.uniqueness)
            }
            return item
        }
    }

    private func step(_ item: NewItem) throws(KeychainError) -> Step {
        let listed = ListedItem(itemClass: item.itemClass, attributes: item.attributes)
        let summary = Array(listed.row.prefix(4))
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
            interaction: .forbidden
        )
        // The name decides: an item that is synchronized is no other one.
        search.attributes[.synchronizable] = SynchronizationScope.any.value
        let group = search.attributes[.accessGroup]
        if !item.statesGroup { search.attributes[.accessGroup] = nil }
        // The request that gives the new item the date of the other program comes after it.
        let requests = [addition] + (item.dating.map { [$0] } ?? [])
        let new = Step(.new, summary, requests.map { ItemStep($0) })
        // Most items are new, so this is asked first; it reads no secret.
        guard try isThere(search) else { return new }
        search.attributes[.accessGroup] = group
        if !item.statesGroup, try !isThere(search) {
            // As for 'set': the item that a person sees under this name, if a program has it.
            guard let found = try onlyElsewhere(search) else { return new }
            return step(item, summary, found)
        }
        search.interaction = .skip
        search.returning = [.attributes, .data, .persistentReference]
        search.limit = .all
        let steps = try (items.perform(search)?.items ?? []).map { step(item, summary, $0) }
        if let step = steps.first(where: { $0.outcome == .same }) ?? steps.first { return step }
        // An item that requires user authentication was skipped, but it still exists.
        search.attributes = item.uniqueness
        search.limit = nil
        search.verb = .update(ItemChanges(secret: item.secret))
        search.interaction = .allowed
        search.returning = []
        return Step(.conflicting, summary, [ItemStep(search)])
    }

    /// Whether an item matches, which may be one that requires user authentication.
    private func isThere(_ search: ItemRequest) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try items.perform(search) != nil
        } catch  where error.code.isInaccessible {
            return true
        }
    }

    /// The item of this name in another access group, if one group alone has it.
    private func onlyElsewhere(
        _ search: ItemRequest
    ) throws(KeychainError) -> ItemAnswer.Item? {
        var search = search
        search.attributes[.accessGroup] = nil
        search.interaction = .skip
        search.returning = [.attributes, .data, .persistentReference]
        search.limit = .all
        let found = try items.perform(search)?.items ?? []
        let groups = Set(found.map { $0.attributes?[.accessGroup] })
        return groups.count == 1 ? found.first : nil
    }

    /// Compares an item with the stored one of the same primary key.
    private func step(
        _ item: NewItem,
        _ summary: [String],
        _ found: ItemAnswer.Item
    ) -> Step {
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
        return Step(isSame && hasNotes ? .same : .conflicting, summary, [ItemStep(change)])
    }

    /// A key or certificate is new or the same; it cannot be in conflict.
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
        return Step(isThere ? .same : .new, [kind, "", "", label], [ItemStep(object)])
    }
}
