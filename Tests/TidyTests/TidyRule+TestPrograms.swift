extension TidyRule {
    /// Tests leave it to another process to write the programs that they run.
    static let testPrograms = TidyRule(
        name: "programs of tests",
        bad: ("Tests/XTests/XTests.swift", "#expect(chmod(program.path, 0o700) == 0)")
    ) { file in
        guard file.isUnder(["Tests/"]), !file.isUnder(["Tests/TestPrograms/"]) else { return [] }
        return file.places(of: /\bchmod\([^)]*0o7[0-5][0-5]\)/).map {
            Violation(
                file,
                line: $0,
                "Write programs that a test runs with TestProgram.write: a file that this process wrote "
                    + "is busy while a child of another test has it open."
            )
        }
    }
}
