extension ItemAnswer {
    /// Fails if a search for one object found an item from which none can be made, so that success always has
    /// a result (item-semantics.md §2.4).
    ///
    /// - Parameter request: The search.
    /// - Throws: ``KeychainError/Code/undecodable``.
    func checkHasObject(_ request: ItemRequest) throws(KeychainError) {
        guard request.returning == .reference, case .single = container, let item = items.first,
            item.object == nil, [.key, .certificate, .identity].contains(item.itemClass)
        else { return }
        throw KeychainError(
            .undecodable,
            reason: """
                The item was found, but what it stores is no key or certificate of the type that its \
                attributes name. Read its data instead (kSecReturnData).
                """
        )
    }
}
