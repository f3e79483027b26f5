import PortableKeychain

extension Trial {
    /// Asks and compares, with a user who cannot answer; counts the questions.
    func expect(
        _ request: ItemRequest,
        _ expectation: Expectation,
        asked count: Int
    ) throws {
        try expect(request, expectation, saying: [], asked: count)
    }

    /// Asks and compares, with a user who answers; counts the questions where that is said.
    func expect(
        _ request: ItemRequest,
        _ expectation: Expectation,
        saying replies: [ConformanceSuite.Reply],
        asked count: Int? = nil
    ) throws {
        guard let user = session.authentication else { return }
        user.script(replies)
        let before = user.questions()
        // Not the form that takes an inventory, which would ask the user as well.
        let answer = try ask(request)
        if let found = expectation.mismatch(with: answer) {
            report(expected: "\(expectation) from \(request.summary)", found: found)
        }
        if let count { equal(user.questions() - before, count, "questions of \(request.summary):") }
        user.script([])
    }
}

extension ItemRequest {
    /// The request with a context.
    func `in`(_ context: AuthenticationContext) -> ItemRequest {
        with { $0.authentication = context }
    }
}
