extension PasscodeItems {
    /// Finds the items in a vault.
    ///
    /// It looks at all rows, of which it opens these alone. The key under which a row is sealed can be seen
    /// without a key, and a proof is needed only for what is in an item.
    ///
    /// - Parameters:
    ///   - vault: The vault.
    ///   - isNamed: Whether the caller may see an item.
    /// - Throws: Any error of the store.
    init(
        in vault: Vault,
        naming isNamed: (PlainItem) -> Bool = { _ in true }
    ) throws(KeychainError) {
        var named: [BackupItem] = []
        var count = 0
        for code in ClassCode.allCases {
            let schema = try ClassSchema.of(code.itemClass)
            let hidden = vault.groupTokens(AccessGroups.encodedInternal, in: code)
            var pattern = RowPattern(classCode: code)
            pattern.isTombstone = false
            try vault.search(pattern) { row throws(KeychainError) in
                guard try row.protection().keyClass.needsPasscode, !row.isIn(hidden, code) else {
                    return true
                }
                let availability = try row.availability()
                if case .destroyed = availability { return true }
                count += 1
                guard case .open(let classKeys) = availability else { return true }
                do throws(KeychainError) {
                    let item = try row.open(with: classKeys) { view, _ throws(KeychainError) in
                        try PlainItem(schema, row, view, secret: nil)
                    }
                    if isNamed(item) { named.append(item.backup) }
                } catch {
                    // A damaged item counts as well.
                }
                return true
            }
        }
        self.init(named: named, unnamed: count - named.count)
    }
}
