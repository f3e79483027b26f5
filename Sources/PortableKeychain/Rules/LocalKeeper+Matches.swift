extension LocalKeeper {
    /// Changes all rows that a judgement picks, or none, in one transaction.
    ///
    /// - Parameters:
    ///   - plan: Which rows are judged.
    ///   - pick: What is to be changed of a row; `nil` when it is no match.
    ///   - change: Changes one pick. All are made before the first change.
    /// - Returns: The number of picks.
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is none, or what a closure throws.
    func changeAll<Pick>(
        _ plan: QueryPlan,
        picking pick: (LentRow) throws(KeychainError) -> Pick?,
        with change: (Pick, inout VaultTransaction) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ItemAnswer {
        let count = try vault.change { transaction throws(KeychainError) in
            var picks: [Pick] = []
            if !plan.isImpossible {
                try transaction.search(plan.pattern) { row throws(KeychainError) in
                    if let picked = try pick(row) { picks.append(picked) }
                    return true
                }
            }
            for picked in picks { try change(picked, &transaction) }
            return picks.count
        }
        guard count > 0 else {
            try vault.confirmAbsence()
            throw KeychainError(.itemNotFound)
        }
        return ItemAnswer(container: .none, count: count)
    }
}
