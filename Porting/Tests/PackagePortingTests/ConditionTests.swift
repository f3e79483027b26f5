import Testing

@testable import PackagePorting

@Suite struct ConditionTests {
    @Test(
        "a condition is what it is on Linux, or unknown",
        arguments: [
            ("os(Linux)", true), ("os(macOS)", false), (" os(iOS) || os(macOS)", false),
            ("os(iOS) || os(Linux)", true), ("!os(macOS)", true), ("!(os(macOS) || os(iOS))", true),
            ("os(iOS) && !targetEnvironment(macCatalyst)", false), ("canImport(ObjectiveC)", false),
            ("canImport(LocalAuthentication) && !os(tvOS)", true), ("DEBUG", nil),
            ("swift(>=5.9)", nil), ("DEBUG && os(macOS)", false), ("DEBUG || os(Linux)", true),
            ("canImport(Surprise)", nil), ("canImport(CoreFoundation)", nil),
            ("canImport(Darwin)", false), ("compiler(>=6) || os(macOS)", nil), ("true", true),
            ("os(Linux", nil), ("", nil), ("os(Linux) os(macOS)", nil),
        ] as [(String, Bool?)]
    )
    func value(text: String, expected: Bool?) {
        #expect(Condition.valueOnLinux(CodeToken.all(in: text)[...]) == expected)
    }

    @Test("only lines that Linux compiles count, in every branch")
    func branches() {
        let source = SourceText(
            """
            #if os(macOS)
            let a = 1
            #elseif os(Linux)
            let b = 1
                #if DEBUG
                let c = 1
                #else
                let d = 1
                #endif
            #else
            let e = 1
            #endif
            #if !os(Linux)
            let f = 1
                #if os(iOS)
                let g = 1
                #endif
            #endif
            let h = 1
            """
        )
        let compiled = zip(source.lines, source.isCompiled).filter { $1 && $0.contains("let") }
        #expect(
            compiled.map(\.0.trimmed.utf8).map {
                String(decoding: $0.dropFirst(4).prefix(1), as: UTF8.self)
            } == ["b", "c", "d", "h"]
        )
        #expect(source.excludedBlocks.map(\.lines) == [12...17])
    }
}
