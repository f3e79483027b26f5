extension LocalKeeper {
    /// Changes rows, and keeps earlier versions of items if the caller asks for a history
    /// (item-semantics.md §8).
    ///
    /// - Parameters:
    ///   - origin: The origin of the change.
    ///   - isAlwaysRecorded: Whether a change is recorded also if it leaves all items as they are; that one
    ///     cannot be taken back.
    ///   - isKept: The same as for ``Vault/change(keepingIf:noting:_:)``.
    ///   - note: The same as there.
    ///   - body: Changes rows.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body or of the store; ``KeychainError/Code/locked`` if an item that
    ///   is locked would be deleted, because it cannot be kept.
    func changing<R>(
        _ origin: KeptChange.Origin = .made,
        always isAlwaysRecorded: Bool = false,
        keepingIf isKept: (R) -> Bool = { _ in true },
        noting note: (ChangeMarks) -> Void = { _ in },
        _ body: (inout VaultTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard history.keeps else {
            return try vault.change(keepingIf: isKept, noting: note, body)
        }
        return try vault.change(keepingIf: isKept, noting: note) {
            transaction throws(KeychainError) in
            let rows = HistoryRows(vault)
            let policy = try rows.setting(in: transaction) ?? history
            guard policy.keeps else { return try body(&transaction) }
            let journal = HistoryJournal(vault, rows, policy, origin, isAlwaysRecorded)
            transaction.journal = journal
            let result = try body(&transaction)
            transaction.journal = nil
            if isKept(result) { try journal.finish(&transaction) }
            return result
        }
    }
}
