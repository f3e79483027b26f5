extension LocalKeeper {
    /// Changes items in one transaction.
    ///
    /// - Parameter body: Changes items and tells how many.
    /// - Returns: The number.
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is none, or what the closure throws.
    func change(
        _ body: (inout VaultTransaction) throws(KeychainError) -> Int
    ) throws(KeychainError) -> ItemAnswer {
        let count = try vault.change(body)
        guard count > 0 else {
            try vault.confirmAbsence()
            throw KeychainError(.itemNotFound)
        }
        return ItemAnswer(container: .none, count: count)
    }
}

extension VaultTransaction {
    /// Changes all rows that a judgement picks.
    ///
    /// - Parameters:
    ///   - plan: Which rows are judged.
    ///   - pick: What is to be changed of a row; `nil` when it is no match.
    ///   - change: Changes one pick. All are made before the first change.
    /// - Returns: The number of picks.
    /// - Throws: What a closure throws.
    mutating func changeAll<Pick>(
        _ plan: QueryPlan,
        picking pick: (LentRow) throws(KeychainError) -> Pick?,
        with change: (Pick, inout VaultTransaction) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Int {
        var picks: [Pick] = []
        if !plan.isImpossible {
            try search(plan.pattern) { row throws(KeychainError) in
                if let picked = try pick(row) { picks.append(picked) }
                return true
            }
        }
        for picked in picks { try change(picked, &self) }
        return picks.count
    }
}
