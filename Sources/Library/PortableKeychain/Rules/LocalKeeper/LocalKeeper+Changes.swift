extension LocalKeeper {
    /// Makes several changes in one transaction, which waits for the disk only once.
    package func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        guard let first = steps.first else { return [] }
        let prepared = try steps.map { step throws(KeychainError) in
            try step.check(isAlone: steps.count == 1)
            return (step, try prepare(step.request))
        }
        return try answering(first.request) { state throws(KeychainError) in
            try changing(keepingIf: \.isAnswered) {
                transaction throws(KeychainError) -> Outcome<[ItemAnswer]> in
                var answers: [ItemAnswer] = []
                answers.reserveCapacity(prepared.count)
                for (step, change) in prepared {
                    switch try makeOrSkip(step, change, &state, &transaction) {
                    case .answered(let answer): if let answer { answers.append(answer) }
                    case .needs(let need): return .needs(need)
                    }
                }
                return .answered(answers)
            }
        }
    }

    /// Makes a step; its answer is `nil` if it fails with an error that it skips.
    private func makeOrSkip(
        _ step: ItemStep,
        _ change: PreparedChange,
        _ state: inout AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer?> {
        // Outside of what a step may skip.
        try RequestAttendance.current?.checkpoint()
        do throws(KeychainError) {
            return try make(step, change, &state, &transaction).map { $0 }
        } catch  where step.skipping.contains(error.code) {
            return .answered(nil)
        }
    }

    private func prepare(_ request: ItemRequest) throws(KeychainError) -> PreparedChange {
        do throws(KeychainError) {
            return try PreparedChange(request, groups: groups)
        } catch {
            throw error.during(request.verb.operation)
        }
    }

    /// Makes a step: its request, or its alternative if the request finds that it is needed.
    private func make(
        _ step: ItemStep,
        _ change: PreparedChange,
        _ state: inout AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        do throws(KeychainError) {
            return try make(change, &state, &transaction)
        } catch {
            guard step.request.givesWay(after: error) else { throw error }
            if let replaced = step.replaced {
                return try replace(replaced, change, &state, &transaction)
            }
            guard let alternative = step.alternative else { throw error }
            state.turn(to: alternative)
            return try make(try prepare(alternative), &state, &transaction)
        }
    }

    /// Deletes an item and makes the addition that replaces it.
    private func replace(
        _ deletion: ItemRequest,
        _ addition: PreparedChange,
        _ state: inout AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        state.turn(to: deletion)
        do throws(KeychainError) {
            if case .needs(let need) = try make(try prepare(deletion), &state, &transaction) {
                return .needs(need)
            }
        } catch  where deletion.givesWay(after: error) {
            // The item is not one that the deletion names, which the addition reports.
        }
        return try make(addition, &state, &transaction)
    }

    private func make(
        _ change: PreparedChange,
        _ state: inout AnswerState,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        state.turn(to: change.request)
        let count: Outcome<Int>
        switch change {
        case .add(let request, let plan): return try add(request, plan, state, &transaction)
        case .addIdentity(let addition): return try addIdentity(addition, state, &transaction)
        case .update(let request, let changes):
            count = try update(request, changes, state, &transaction)
        case .updateIdentities(let request, let changes):
            count = try updateIdentities(request, changes, state, &transaction)
        case .delete(let request): count = .answered(try delete(request, &transaction))
        case .deleteIdentities(let request):
            count = .answered(try deleteIdentities(request, &transaction))
        }
        guard case .answered(0) = count else {
            return try count.map { ItemAnswer(container: .none, count: $0) }
        }
        guard vault.hasConfirmedAbsence else { return .needs(.confirmedAbsence) }
        throw KeychainError(.itemNotFound)
    }
}

extension LocalKeeper: StepwiseKeeper {
    package func performTogether(
        carrying context: AuthenticationContext?,
        _ steps: ItemSteps
    ) throws(KeychainError) {
        try answering(ItemRequest(.add)) { state throws(KeychainError) in
            try changing(keepingIf: \.isAnswered) {
                transaction throws(KeychainError) -> Outcome<Void> in
                var missing: Need?
                do throws(KeychainError) {
                    try steps { step throws(KeychainError) in
                        let step = context.map { step.carrying($0) } ?? step
                        try step.check(isAlone: false)
                        let change = try prepare(step.request)
                        let outcome = try makeOrSkip(step, change, &state, &transaction)
                        guard case .needs(let need) = outcome else { return }
                        missing = need
                        // Ends the attempt.
                        throw KeychainError(.authenticationRequired)
                    }
                } catch {
                    guard missing != nil else { throw error }
                }
                return missing.map { .needs($0) } ?? .answered(())
            }
        }
    }
}

extension VaultTransaction {
    /// Collects the results of a closure on the rows of a plan, so that the rows can be changed
    /// afterwards.
    ///
    /// - Parameters:
    ///   - plan: The rows to look at.
    ///   - pick: Returns the data for a change of a row; `nil` if the row does not match.
    /// - Returns: The results that are not `nil`.
    /// - Throws: The error of the closure or of the store.
    func picks<Pick>(
        of plan: QueryPlan,
        _ pick: (LentRow) throws(KeychainError) -> Pick?
    ) throws(KeychainError) -> [Pick] {
        var picks: [Pick] = []
        guard !plan.isImpossible else { return picks }
        try search(plan.pattern) { row throws(KeychainError) in
            if let picked = try pick(row) { picks.append(picked) }
            return true
        }
        return picks
    }
}
