import Testing

@testable import PackagePorting

@Suite struct BuildCureTests {
    @Test("each known error has its cure", arguments: BuildCure.all)
    func cures(cure: BuildCure) {
        let found = BuildCure.errors(in: "[1/2] Compiling A\n\(cure.example)\n\(cure.example)\n")
        #expect(found.map(\.message) == [cure.example])
        #expect(found.first?.advice == cure.advice)
    }

    @Test("other errors are shown without one, and notes are not shown")
    func others() {
        let found = BuildCure.errors(in: "A.swift:1:1: error: odd\n  | `- error: odd\nA: note: x")
        #expect(found.map(\.message) == ["A.swift:1:1: error: odd"])
        #expect(found.first?.advice == nil)
    }

    @Test(
        "a submodule is named by its path, if that is inside",
        arguments: [
            (
                "[submodule \"a\"]\n\tpath = Sources/A\n\turl = https://example.com/a\n",
                ["Sources/A"]
            ),
            ("path = ../b\npath = /c\npath = d/../../e\n", []), ("", []),
        ]
    )
    func submodules(text: String, paths: [String]) {
        #expect(Submodules.paths(in: text) == paths)
    }

    @Test(
        "a dependency that asks for Security is found",
        arguments: [
            ("import Security", 0, "imports"),
            ("import A\n#if canImport(Security)\nimport Security\n#endif", 1, "canImport"),
            ("// import Security", nil, ""), ("#if os(macOS)\nimport Security\n#endif", nil, ""),
        ] as [(String, Int?, String)]
    )
    func dependency(text: String, line: Int?, words: String) {
        let found = DependencyReview.firstUse(in: text)
        #expect(found?.line == line)
        #expect(found?.advice.contains(words) ?? true)
    }
}
