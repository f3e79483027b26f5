internal import Foundation
@_spi(Keepers) internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

extension KeychainRepository: ChangesTogether {
    func performTogether(_ steps: [ChangeStep]) throws {
        guard let first = steps.first else { return }
        try asking(first.operation) { keychain throws(PortableKeychain.KeychainError) in
            var requests: [ItemRequest] = []
            for step in steps { requests += try self.requests(for: step, in: keychain) }
            try keychain.performTogether(requests)
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
            var search = deletion
            search.verb = .copyMatching
            return try keychain.answer(to: search) == nil ? [addition] : [addition, deletion]
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
    /// The current operation, for the log.
    fileprivate var operation: String {
        switch self {
        case .create: "create"
        case .replace: "update"
        case .delete: "delete"
        }
    }
}
