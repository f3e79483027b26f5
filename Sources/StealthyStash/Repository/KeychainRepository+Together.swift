internal import Foundation
internal import ItemDictionaries
internal import PortableKeychain

extension KeychainRepository: ChangesTogether {
    func performTogether(_ steps: [ChangeStep]) throws {
        guard let first = steps.first else { return }
        try asking(first.operation) { keychain throws(PortableKeychain.KeychainError) in
            var requests: [ItemRequest] = []
            for step in steps { requests += try self.requests(for: step, in: keychain) }
            // A keeper without transactions reads first what it may have to put back, and an item
            // that asks for its user would ask for nothing.
            if requests.count == 1 {
                _ = try keychain.perform(requests[0])
            } else {
                try keychain.performTogether(requests)
            }
        }
    }

    private func requests(
        for step: ChangeStep,
        in keychain: Keychain
    ) throws(PortableKeychain.KeychainError) -> [ItemRequest] {
        switch step {
        case .create(let item):
            return [try request(.add, addition(item.property))]
        case .delete(let item):
            return [try deletion(of: item.property)]
        case .replace(let previous, let new) where previous.propertyType == new.propertyType:
            return [try update(from: previous.property, to: new.property)]
        case .replace(let previous, let new):
            let addition = try request(.add, addition(new.property))
            let deletion = try deletion(of: previous.property)
            return try keychain.holds(deletion) ? [addition, deletion] : [addition]
        }
    }

    private func deletion(
        of item: any StealthyProperty
    ) throws(PortableKeychain.KeychainError) -> ItemRequest {
        try request(.delete, name(of: item, item.deleteQuery()))
    }

    private func update(
        from previous: any StealthyProperty,
        to new: any StealthyProperty
    ) throws(PortableKeychain.KeychainError) -> ItemRequest {
        let changes = new.uniqueAttributes().replaced(by: new.updateQuerySet().attributes).present
        return try request(
            .update(ItemChanges(changes as NSDictionary)),
            name(of: previous, previous.updateQuerySet().query)
        )
    }

    private func request(
        _ verb: ItemRequest.Verb,
        _ dictionary: [String: Any]
    ) throws(PortableKeychain.KeychainError) -> ItemRequest {
        try ItemQuery(dictionary as NSDictionary, for: verb).request
    }
}

extension ChangeStep {
    /// What is being done, for the log.
    fileprivate var operation: String {
        switch self {
        case .create: "create"
        case .replace: "update"
        case .delete: "delete"
        }
    }
}

extension Keychain {
    /// Whether there is an item that a deletion would delete.
    fileprivate func holds(
        _ deletion: ItemRequest
    ) throws(PortableKeychain.KeychainError) -> Bool {
        var search = deletion
        search.verb = .copyMatching
        do throws(PortableKeychain.KeychainError) {
            _ = try perform(search)
            return true
        } catch  where error.code == .itemNotFound {
            return false
        }
    }
}
