package import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The planned effect of an import on each item, determined before anything is changed.
///
/// `keychainctl import` creates it from ``ImportParts``, shows it to the user and, after
/// confirmation, performs it in one transaction. It keeps the outcome of each item, and not the items,
/// which are read again.
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
        /// The way in which the step is made.
        let change: Change

        init(_ outcome: Outcome, _ summary: [String], _ change: Change) {
            (self.outcome, self.summary, self.change) = (outcome, summary, change)
        }
    }

    /// The way in which a step is made.
    enum Change {
        /// The item of the file is added, or nothing is done.
        case addition
        /// The item of the file replaces one that was found.
        case update(reference: [UInt8])
        /// The item of the file replaces one that was not read, because that needs a proof.
        case updateByName
        /// The steps for a passkey.
        case steps([ItemStep])
    }

    /// The effect on each item, in the order of the file.
    package private(set) var outcomes: [Outcome] = []
    /// The number of items that are left out, because the file has them more than once.
    package private(set) var repetitionCount = 0
    /// The changes that are no additions, by the places of their items.
    private var changes: [Int: Change] = [:]
    private let parts: ImportParts
    private var items: Items

    /// Plans the import of parts into a keychain, which is not changed.
    ///
    /// - Parameters:
    ///   - parts: The content of the source.
    ///   - items: The items of the keychain.
    ///   - show: Receives the effects, part by part.
    /// - Throws: Any error of the keychain, such as that it is locked; ``Failure`` if the file was changed.
    package init(
        _ parts: ImportParts,
        into items: Items,
        showing show: ([Step]) -> Void = { _ in }
    ) throws {
        (self.parts, self.items) = (parts, items)
        var distinct = distinct
        try parts.forEach { part in
            var steps: [Step] = []
            for item in part.items.compactMap({ distinct.next($0) }) {
                let count = outcomes.count + steps.count
                if count.isMultiple(of: 100) {
                    Terminal.progress("\(counted(count, "item")) compared")
                }
                steps.append(try step(item))
            }
            for object in part.objects { steps.append(try step(object)) }
            var passkeys = PasskeyPlanning(part.passkeys, items.keychain)
            for passkey in part.passkeys { steps.append(try passkeys.step(passkey)) }
            for step in steps { note(step) }
            Terminal.progress("")
            show(steps)
        }
        repetitionCount = distinct.repetitionCount
    }

    private mutating func note(_ step: Step) {
        switch (step.outcome, step.change) {
        case (.same, _), (_, .addition): break
        default: changes[outcomes.count] = step.change
        }
        outcomes.append(step.outcome)
    }

    /// The items with the names that they get.
    private var distinct: DistinctItems {
        DistinctItems(items.keychain.defaultAccessGroup.map { AttributeValue.string($0) })
    }

    /// The number of items with an outcome.
    package func count(_ outcome: Outcome) -> Int { outcomes.count { $0 == outcome } }

    /// The plan for another keychain.
    ///
    /// If all items are new in one keychain, they are in every empty one with the same default group, and
    /// the file is not read again.
    ///
    /// - Parameter items: The items of the keychain.
    /// - Returns: The plan.
    /// - Throws: The same errors as ``init(_:into:showing:)``.
    package func moved(to items: Items) throws -> ImportPlan {
        let group = items.keychain.defaultAccessGroup
        guard count(.new) == outcomes.count, try items.isEmpty,
            group == self.items.keychain.defaultAccessGroup
        else { return try ImportPlan(parts, into: items) }
        var plan = self
        plan.items = items
        return plan
    }

    /// Adds new items and, if `replacing` is true, replaces conflicting ones: all of them, or none.
    ///
    /// - Throws: Any error of the keychain; ``Failure`` if the file was changed.
    package func perform(replacing: Bool) throws {
        defer { Terminal.progress("") }
        try Failure.Passage.through { passage throws(KeychainError) in
            try items.keychain.performTogether { body throws(KeychainError) in
                try passage { try forEachStep(replacing: replacing) { try body($0) } }
            }
        }
    }

    /// Calls a body with the steps of all items that are changed.
    private func forEachStep(replacing: Bool, _ body: (ItemStep) throws -> Void) throws {
        var (distinct, place, count) = (distinct, 0, 0)
        /// Whether the next item is changed, and how.
        func next() throws(Failure) -> Change? {
            // The file has to have what was planned.
            guard place < outcomes.count else { throw Failure(ImportParts.hasChanged) }
            defer { place += 1 }
            let outcome = outcomes[place]
            guard outcome == .new || (outcome == .conflicting && replacing) else { return nil }
            count += 1
            if count.isMultiple(of: 1024) {
                Terminal.progress("\(counted(count, "item")) stored")
            }
            return changes[place] ?? .addition
        }
        try parts.forEach { part in
            for item in part.items {
                guard let item = distinct.next(item), let change = try next() else { continue }
                for step in item.steps(change) { try body(step) }
            }
            for object in part.objects where try next() != nil { try body(ItemStep(object)) }
            for _ in part.passkeys {
                guard case .steps(let steps) = try next() else { continue }
                for step in steps { try body(step) }
            }
        }
    }

    private func step(_ item: NewItem) throws(KeychainError) -> Step {
        let listed = ListedItem(itemClass: item.itemClass, attributes: item.attributes)
        let summary = Array(listed.row.prefix(4))
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
        let new = Step(.new, summary, .addition)
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
        return Step(.conflicting, summary, .updateByName)
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
        let change = Change.update(reference: found.persistentReference ?? [])
        return Step(isSame && hasNotes ? .same : .conflicting, summary, change)
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
        return Step(isThere ? .same : .new, [kind, "", "", label], .addition)
    }
}

extension NewItem {
    /// The steps of a planned change.
    fileprivate func steps(_ change: ImportPlan.Change) -> [ItemStep] {
        switch change {
        case .addition:
            let addition = ItemRequest(
                .add,
                itemClass: itemClass,
                attributes: attributes,
                secret: secret
            )
            // The request that gives the new item the date of the other program comes after it.
            let requests = [addition] + (dating.map { [$0] } ?? [])
            return requests.map { ItemStep($0) }
        case .update(let reference):
            var changed = attributes
            for (key, _) in uniqueness { changed[key] = nil }
            return [
                ItemStep(
                    ItemRequest(
                        .update(ItemChanges(attributes: changed, secret: secret)),
                        persistentReference: reference
                    )
                )
            ]
        case .updateByName:
            return [
                ItemStep(
                    ItemRequest(
                        .update(ItemChanges(secret: secret)),
                        itemClass: itemClass,
                        attributes: uniqueness
                    )
                )
            ]
        case .steps(let steps): return steps
        }
    }
}
