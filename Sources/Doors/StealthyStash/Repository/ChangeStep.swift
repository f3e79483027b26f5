/// One change among several that belong together.
enum ChangeStep {
    case create(AnyStealthyProperty)
    case replace(AnyStealthyProperty, with: AnyStealthyProperty)
    case delete(AnyStealthyProperty)

    /// The step that leads to an item.
    init(from previous: AnyStealthyProperty?, to new: AnyStealthyProperty) {
        self = if let previous { .replace(previous, with: new) } else { .create(new) }
    }

    /// The step of an update; `nil` if there is nothing to change.
    init?(_ update: StealthyPropertyUpdate) {
        switch (update.previousProperty, update.newProperty) {
        case (let previous, let new?): self.init(from: previous, to: new)
        case (let previous?, nil): self = .delete(previous)
        case (nil, nil): return nil
        }
    }
}

/// A repository that makes several changes, all or none.
protocol ChangesTogether {
    func performTogether(_ steps: [ChangeStep]) throws
}

extension StealthyRepository {
    /// Makes changes, all or none.
    ///
    /// Other repositories perform the steps one after the other; if one fails, the items that
    /// were created by then are deleted again.
    func perform(_ steps: [ChangeStep]) throws {
        if let together = self as? any ChangesTogether {
            return try together.performTogether(steps)
        }
        var created: [AnyStealthyProperty] = []
        do {
            for step in steps {
                switch step {
                case .create(let item):
                    try create(item)
                    created.append(item)
                case .replace(let previous, let new): try replace(previous, with: new.property)
                case .delete(let item): try delete(item)
                }
            }
        } catch {
            takeBack(created)
            throw error
        }
    }

    private func takeBack(_ created: [AnyStealthyProperty]) {
        for item in created.reversed() {
            do {
                try delete(item)
            } catch {
                logger?.report("A change failed, and an item it created could not be deleted.")
            }
        }
    }

    private func replace<New: StealthyProperty>(
        _ previous: AnyStealthyProperty,
        with new: New
    ) throws {
        if let previous = previous.property as? New {
            return try update(new, from: previous)
        }
        // In this order nothing is lost when the first fails.
        try create(new.eraseToAnyProperty())
        do {
            try delete(previous)
        } catch let error as KeychainError where error.isItemNotFound {
            // It was to go.
        }
    }
}
