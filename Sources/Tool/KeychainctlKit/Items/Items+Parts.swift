@_spi(Keepers) package import PortableKeychain

// Long lists, of which only a part is in memory at a time.
extension Items {
    /// The number of items in a part: more than the rows of a keychain that is verified before a list
    /// of it is believed (threat-model.md §5), so that nothing of such a list is shown before.
    private static let partSize = 2048

    /// Calls a body with passwords and passkeys part by part, in the order of ``listed(_:)``.
    ///
    /// - Parameters:
    ///   - selection: The class and the attributes of the items.
    ///   - body: Receives items without references; never none.
    /// - Returns: The number of passwords that were skipped because they require user authentication.
    /// - Throws: Any error of the keychain, after the parts that could be read.
    @discardableResult
    package func forEachPart(
        of selection: ItemSelection,
        _ body: ([ListedItem]) -> Void
    ) throws(KeychainError) -> Int {
        var skipped = 0
        if !selection.selectsPasskeysOnly {
            for search in searches(selection, .attributes, interaction: .skip) {
                skipped += try forEachPart(of: search, body)
            }
            guard selection.itemClass == nil else { return skipped }
        }
        let keys = ListedItem.search(for: ItemSelection.passkeyClass, returning: .attributes)
        // Of a key that is skipped, nothing says whether it is a passkey.
        _ = try forEachPart(of: keys) { (keys: [ListedItem]) in
            let passkeys = keys.filter(selection.selects(passkey:))
            if !passkeys.isEmpty { body(passkeys) }
        }
        return skipped
    }

    /// Calls a body with all items part by part, in the order of ``ListedItem/all(in:_:visibility:)``.
    ///
    /// - Parameter body: Receives items without references; never none.
    /// - Returns: The number of items that were skipped because they require user authentication.
    /// - Throws: Any error of the keychain, after the parts that could be read.
    @discardableResult
    package func forEachPart(_ body: ([ListedItem]) -> Void) throws(KeychainError) -> Int {
        var skipped = 0
        for itemClass in ListedItem.classes {
            let search = ListedItem.search(for: itemClass, returning: .attributes)
            skipped += try forEachPart(of: search, body)
        }
        return skipped
    }

    private func forEachPart(
        of search: ItemRequest,
        _ body: ([ListedItem]) -> Void
    ) throws(KeychainError) -> Int {
        var search = search
        var page = ItemPage(Self.partSize)
        var skipped = 0
        while true {
            search.page = page
            guard let answer = try perform(search) else { return skipped }
            skipped += answer.skipped
            if !answer.items.isEmpty { body(answer.items.map(ListedItem.init)) }
            guard let next = answer.next else { return skipped }
            page.after = next
        }
    }
}
