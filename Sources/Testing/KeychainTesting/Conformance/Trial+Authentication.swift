@_spi(Keepers) import PortableKeychain

extension Trial {
    /// Performs a request and compares the result, with a user who cannot answer; counts the
    /// prompts.
    func expect(
        _ request: ItemRequest,
        _ expectation: Expectation,
        asked count: Int
    ) throws {
        try expect(request, expectation, saying: [], asked: count)
    }

    /// Performs a request and compares the result, with a user who answers; optionally counts the
    /// prompts.
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
