package import Testing

/// Runs the tests of a suite once for each ``KeeperRun``.
package struct KeeperRunTrait: SuiteTrait, TestTrait, TestScoping {
    /// The suite's tests run twice, and not the suite.
    package var isRecursive: Bool { true }

    /// Makes the runs, one after the other, each with a new instance of the suite.
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let isDirectOnly = test.traits.contains { $0 is DirectRunTrait }
        for run in isDirectOnly ? [.direct] : KeeperRun.allCases {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                if run != .direct { issue.comments.append("in the run \(run.rawValue)") }
                return issue
            }
            try await KeeperRun.$current.withValue(run) {
                try await naming.provideScope(for: test, testCase: testCase, performing: function)
            }
        }
    }
}

/// Limits tests to the keychain itself.
package struct DirectRunTrait: TestTrait, SuiteTrait {
    /// The need of the tests that a keeper which only answers requests does not meet.
    let reason: Comment

    package var isRecursive: Bool { true }
    package var comments: [Comment] { [reason] }
}

extension Trait where Self == KeeperRunTrait {
    /// Runs each test directly, and again through a keeper that only answers requests.
    package static var throughEachKeeper: Self { Self() }
}

extension Trait where Self == DirectRunTrait {
    /// Leaves out the run through a keeper that only answers requests.
    ///
    /// - Parameter reason: The need of the test that such a keeper does not meet.
    /// - Returns: The trait.
    package static func onlyDirect(_ reason: Comment) -> Self { Self(reason: reason) }
}
