internal import KeychainEssentials

/// A keeper that stores items through `SecItem` functions: in Apple's keychain, or in anything else
/// that offers the four functions.
///
/// Its answers have the same statuses and items as those of a local keychain. Objects
/// (``ReturnOptions/reference``) are supported as far as the functions can make and read them.
package struct SecItemKeeper: ItemKeeper {
    private let functions: SecItemFunctions

    /// Makes a keeper.
    ///
    /// - Parameter functions: The functions that store the items, such as Apple's own.
    package init(_ functions: SecItemFunctions) { self.functions = functions }

    /// Answers one request with one call, or with two if it must report a number of items.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer. The number of updated or deleted items is counted just before the
    ///   change, so it can be wrong if others write at the same time.
    /// - Throws: ``KeychainError`` with the status that the function returned.
    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let coding = SecItemCoding(functions)
        if let object = request.object, functions.makeObject(object) == nil {
            return try performApart(request, object)
        }
        switch request.verb {
        case .add:
            return try found(request, functions.add(try coding.dictionary(asked(request))))
        case .copyMatching:
            let query = try coding.dictionary(asked(request))
            let answer = try found(request, functions.copyMatching(query))
            try answer.checkHasObject(request)
            return answer
        case .update(let changes):
            let query = try coding.dictionary(request)
            let new = try coding.dictionary(changes.attributes, changes.secret)
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

    /// Answers a request whose object the functions cannot make, by expanding it into attributes.
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
                    // The other half can exist even if this one does not.
                    count += try answer(to: half)?.count ?? 0
                } catch  where error.code == .noSuchAttribute {
                    // The other half can have the attribute.
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

    /// Adds a certificate, then its key; one of them may exist already (item-semantics.md §3.2).
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

    /// Adds the persistent reference to a request: it contains the class of each item, and without
    /// it a list of payloads omits items without a payload.
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

    /// The number of items that a successful update or deletion changes.
    private func matches(_ request: ItemRequest) -> Int {
        var search = request
        search.verb = .copyMatching
        search.secret = nil
        search.limit = .all
        search.returning = .persistentReference
        search.interaction = .skip
        // A successful change affects at least one item, even if the search could not find it.
        return max(1, (try? perform(search).count) ?? 1)
    }

    private func succeed(_ status: Int32) throws(KeychainError) {
        guard status != 0 else { return }
        throw KeychainError(.status(status))
    }
}
