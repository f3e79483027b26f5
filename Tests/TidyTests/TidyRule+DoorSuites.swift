extension TidyRule {
    /// The tests of doors run on the keychain itself and on a keeper that only answers requests, as
    /// doors do on Linux and on Apple's platforms.
    static let doorSuites = TidyRule(
        name: "suites of doors",
        bad: (
            "Tests/ValetTests/XTests.swift",
            "@Suite struct XTests { func reads() throws { try isolated {} } }"
        )
    ) { file in
        guard file.isUnder(doorTests), file.places(of: /\bisolated(Async)?\b/).count > 0,
            file.places(of: /throughEachKeeper/).isEmpty
        else { return [] }
        return file.places(of: /@Suite\b/).map {
            Violation(
                file,
                line: $0,
                "Run the suite on both kinds of keepers: @Suite(.throughEachKeeper). Tests that need "
                    + "more than requests say why: @Test(.onlyDirect(\"reason\"))."
            )
        }
    }

    private static let doorTests = [
        "Tests/ValetTests/", "Tests/DVESecurityTests/", "Tests/StealthyStashTests/",
        "Tests/KeychainManagerTests/", "Tests/SecurityBoxTests/", "Tests/DoorTests/",
    ]
}
