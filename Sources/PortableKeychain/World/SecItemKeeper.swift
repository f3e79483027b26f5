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
