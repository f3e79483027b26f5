import Foundation
import StealthyStash
import Synchronization

/// A repository of another program, in memory: knows only the four requirements.
final class ListRepository: StealthyRepository {
    private let state = Mutex<[AnyStealthyProperty]>([])
    private let called = Mutex<[String]>([])
    /// The accounts of which no item can be created or deleted.
    let refused: Set<String>
    let logger: Logger?

    init(refusing refused: Set<String> = [], logger: Logger? = nil) {
        self.refused = refused
        self.logger = logger
    }

    var items: [AnyStealthyProperty] { state.withLock { $0 } }
    var calls: [String] { called.withLock { $0 } }

    func create(_ item: AnyStealthyProperty) throws {
        called.withLock { $0.append("create \(item.account)") }
        guard !refused.contains(item.account) else { throw StashError.noPassword }
        try state.withLock { items in
            guard !items.contains(item) else { throw StashError.duplicate }
            items.append(item)
        }
    }

    func update<Item: StealthyProperty>(_ item: Item, from previousItem: Item) throws {
        called.withLock { $0.append("update \(previousItem.account)") }
        try state.withLock { items in
            let place = items.firstIndex(of: previousItem.eraseToAnyProperty())
            guard let place else { throw StashError.notFound }
            items[place] = item.eraseToAnyProperty()
        }
    }

    func delete(_ item: AnyStealthyProperty) throws {
        called.withLock { $0.append("delete \(item.account)") }
        guard !refused.contains("-\(item.account)") else { throw StashError.noPassword }
        try state.withLock { items in
            guard let place = items.firstIndex(of: item) else { throw StashError.notFound }
            items.remove(at: place)
        }
    }

    func query(_ query: any Query) throws -> [AnyStealthyProperty] {
        items.filter { $0.propertyType == query.type }
    }
}

/// A model of any items, found by any searches.
struct ItemList: StealthyModel {
    enum QueryBuilder: ModelQueryBuilder {
        static func queries(from query: [String: any Query]) -> [String: any Query] { query }

        static func model(from properties: [String: [AnyStealthyProperty]]) throws -> ItemList? {
            if let broken = properties["broken"] {
                throw StashError.unsupportedClass("\(broken.count)")
            }
            let items = properties.sorted { $0.key < $1.key }.flatMap(\.value)
            return items.isEmpty ? nil : ItemList(items: items)
        }

        static func properties(
            from model: ItemList,
            for operation: ModelOperation
        ) -> [AnyStealthyProperty] {
            switch operation {
            case .adding: model.items
            case .deleting: model.items.reversed()
            }
        }

        static func updates(
            from previousItem: ItemList,
            to newItem: ItemList
        ) -> [StealthyPropertyUpdate] {
            let count = max(previousItem.items.count, newItem.items.count)
            return (0..<count).map { index in
                StealthyPropertyUpdate(
                    previousProperty: previousItem[index],
                    newProperty: newItem[index]
                )
            }
        }
    }

    var items: [AnyStealthyProperty] = []
    /// The default of the model for further steps.
    subscript(index: Int) -> AnyStealthyProperty? {
        items.indices.contains(index) && items[index].account != "" ? items[index] : nil
    }

    init(items: [AnyStealthyProperty]) { self.items = items }

    init(_ items: any StealthyProperty...) {
        self.items = items.map(AnyStealthyProperty.init(property:))
    }
}

/// An item type of another program: has no service and a comment of its own.
struct NoteItem: StealthyProperty {
    static let propertyType = StealthyPropertyType.generic

    var account: String
    var data: Data

    var id: String { account }
    var accessGroup: String? { nil }
    var createdAt: Date? { nil }
    var modifiedAt: Date? { nil }
    var description: String? { nil }
    var comment: String? { "note" }
    var type: Int? { nil }
    var label: String? { nil }
    var isSynchronizable: Synchronizable { .disabled }

    init(_ account: String, _ text: String = "") {
        self.account = account
        data = Data(text.utf8)
    }

    init(dictionary: StealthyDictionary) throws { try self.init(rawDictionary: dictionary) }

    init(rawDictionary: StealthyDictionary) throws {
        guard let account = rawDictionary["acct"] as? String else { throw StashError.noPassword }
        self.init(account)
    }

    func uniqueAttributes() -> StealthyDictionary { ["acct": account, "svce": "notes"] }

    func otherProperties() -> StealthyDictionary { ["icmt": comment, "labl": nil] }
}
