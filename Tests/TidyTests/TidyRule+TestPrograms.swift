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

    /// The readers of strangers' bytes, which the package of the fuzzers has links to, import what
    /// another package must.
    static let fuzzedReaders = TidyRule(
        name: "imports of fuzzed readers",
        bad: ("Tests/XTests/XReader.swift", "import KeychainPasskeys")
    ) { file in
        guard file.isUnder(["Tests/"]), file.path.hasSuffix("Reader.swift") else { return [] }
        return file.imports.filter { line, module in
            !["Foundation", "PortableKeychain"].contains(module)
                && !file.code[line].contains("@testable")
        }.map {
            Violation(
                file,
                line: $0.line,
                "Write @testable import: the fuzzers compile this file in a package of their own, which "
                    + "'make test' does not build."
            )
        }
    }
}
