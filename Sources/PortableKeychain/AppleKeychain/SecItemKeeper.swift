#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A keeper behind `SecItem` dictionaries: items are kept by Apple's keychain, or by whatever else
/// offers the four functions.
///
/// Answers agree with those of a local keychain in statuses and items; live objects
/// (``ReturnOptions/reference``) come through as far as the functions make and read them.
public struct SecItemKeeper: ItemKeeper {
    private let functions: SecItemFunctions

    /// Makes a keeper.
    ///
    /// - Parameter functions: What keeps the items, such as Apple's own functions.
    public init(_ functions: SecItemFunctions) { self.functions = functions }

    /// Answers one request by one call, or two where a number of items is reported.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer. How many items an update or deletion touched is counted just before,
    ///   so it can be off when others write at the same time.
    /// - Throws: ``KeychainError`` with the status that the function returned.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let coding = SecItemCoding(functions)
        if let object = request.object, functions.makeObject(object) == nil {
            return try performApart(request, object)
        }
        switch request.verb {
        case .add:
            return try found(request, functions.add(try coding.dictionary(asked(request))))
        case .copyMatching:
            return try found(request, functions.copyMatching(try coding.dictionary(asked(request))))
        case .update(let changes):
            let query = try coding.dictionary(request)
            let new = coding.dictionary(changes.attributes, changes.secret)
            let count = matches(request)
            try succeed(functions.update(query, new))
            return ItemAnswer(container: .none, count: count)
        case .delete:
            let query = try coding.dictionary(request)
            let count = matches(request)
            try succeed(functions.delete(query))
            return ItemAnswer(container: .none, count: count)
        }
    }

    /// Answers a request with an object that the functions do not make, by what it stands for.
    private func performApart(
        _ request: ItemRequest,
        _ object: ItemObject
    ) throws(KeychainError) -> ItemAnswer {
        guard case .identity = object else { return try perform(try request.expanded()) }
        try request.attributes.checkIdentity()
        switch request.verb {
        case .copyMatching: return try perform(try request.expanded())
        case .add: return try addApart(request, object)
        case .update:
            var count = 0
            for schema in [ClassSchema.certificate, .key] {
                guard let half = try request.half(schema) else { continue }
                do throws(KeychainError) {
                    // The other half may be there when this one is not.
                    count += try answer(to: half)?.count ?? 0
                } catch  where error.code == .noSuchAttribute {
                    // The other half may have it.
                    continue
                }
            }
            guard count > 0 else { throw KeychainError(.itemNotFound) }
            return ItemAnswer(container: .none, count: count)
        case .delete:
            var search = request
            search.verb = .copyMatching
            search.limit = .all
            search.returning = .persistentReference
            let found = try perform(try search.expanded())
            for reference in found.items.compactMap(\.persistentReference) {
                _ = try perform(ItemRequest(.delete, persistentReference: reference))
            }
            return found
        }
    }

    /// Adds a certificate, then its key; one of them may be there already (item-semantics.md §3.2).
    private func addApart(
        _ request: ItemRequest,
        _ object: ItemObject
    ) throws(KeychainError) -> ItemAnswer {
        var added: [[UInt8]] = []
        do throws(KeychainError) {
            for schema in [ClassSchema.certificate, .key] {
                guard var half = try request.half(schema) else { continue }
                half.returning = .persistentReference
                do throws(KeychainError) {
                    added += try perform(half).items.compactMap(\.persistentReference)
                } catch  where error.code == .duplicateItem {
                    continue
                }
            }
        } catch {
            for reference in added {
                _ = try? perform(ItemRequest(.delete, persistentReference: reference))
            }
            throw error
        }
        guard !added.isEmpty else { throw KeychainError(.duplicateItem) }
        guard !request.returning.isEmpty else { return ItemAnswer(container: .none, count: 1) }
        var search = ItemRequest(.copyMatching, object: object, returning: request.returning)
        search.attributes[.accessGroup] = request.attributes[.accessGroup]
        search.attributes[.synchronizable] = request.attributes[.synchronizable]
        return try perform(try search.expanded())
    }

    /// Also asks for the persistent reference: it names the class of each item, and makes an item
    /// without a payload appear in a list of payloads.
    private func asked(_ request: ItemRequest) -> ItemRequest {
        var asked = request
        asked.returning.insert(.persistentReference)
        return asked
    }

    private func found(
        _ request: ItemRequest,
        _ answer: (status: Int32, result: Any?)
    ) throws(KeychainError) -> ItemAnswer {
        try succeed(answer.status)
        let list = answer.result as? [Any]
        let elements = list ?? answer.result.map { [$0] } ?? []
        let coding = SecItemCoding(functions)
        let items = elements.map { coding.item($0, of: request.itemClass, request.returning) }
        guard !request.returning.isEmpty else {
            return ItemAnswer(container: .none, count: items.count)
        }
        return ItemAnswer(
            container: list == nil ? .single : .list,
            items: items,
            count: items.count
        )
    }

    /// How many items a successful update or deletion is about to touch.
    private func matches(_ request: ItemRequest) -> Int {
        var search = request
        search.verb = .copyMatching
        search.secret = nil
        search.limit = .all
        search.returning = .persistentReference
        search.interaction = .skip
        // Success touches one item at least, whatever the search was able to see.
        return max(1, (try? perform(search).count) ?? 1)
    }

    private func succeed(_ status: Int32) throws(KeychainError) {
        guard status != 0 else { return }
        throw KeychainError(.status(status))
    }
}
