import Testing

@testable import PackagePorting

@Suite struct CodeMaskTests {
    @Test(
        "comments and literals are blank, and everything else stays where it is",
        arguments: [
            ("a // @objc", "a         "),
            ("a /* @objc /* b */ c */ d", "a                       d"),
            (#"f("@objc") + g"#, #"f("     ") + g"#),
            (#"f("\"@objc") + g"#, #"f("       ") + g"#),
            (##"f(#"a"b"#, c)"##, ##"f(#"   "#, c)"##),
            (#"f("a \(x["k"] ?? "") b") + g"#, #"f("   (x[" "] ?? "")  ") + g"#),
            ("x = \"\"\"\n  @objc \"q\"\n  \"\"\"\ny", "x = \"\"\"\n           \n  \"\"\"\ny"),
            ("é // ü", "é      "),
            ("/* open", "       "), ("\"open\nnext", "\"    \nnext"),
            ("#if os(Linux)", "#if os(Linux)"), ("#selector(f)", "#selector(f)"),
        ]
    )
    func mask(text: String, code: String) {
        #expect(CodeMask.code(of: text) == code)
    }
}
