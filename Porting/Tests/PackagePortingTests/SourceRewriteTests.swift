import Testing

@testable import PackagePorting

@Suite struct SourceRewriteTests {
    private func rewrite(_ text: String) -> SourceRewrite { SourceRewrite(SourceText(text)) }

    @Test(
        "each rewrite does what its examples say, once",
        arguments: Rewrite.all.flatMap(\.examples)
    )
    func examples(before: String, after: String) {
        let rewrite = rewrite(before)
        #expect(rewrite.lines.joined(separator: "\n") == after)
        #expect(rewrite.done.count == 1)
        #expect(rewrite.left.isEmpty)
        #expect(self.rewrite(after).done.isEmpty, "a second time, nothing is changed")
    }

    @Test(
        "bytes of an object that nothing keeps are left where no line can be put before",
        arguments: [
            "func f() -> Int { sign((data as NSData).bytes) }", "let p = (data as NSData).bytes",
            "struct A {\n    let p = sign((data as NSData).bytes)\n}",
            "func f() {\n    g(\n    let_ (data as NSData).bytes)\n}",
            "func f() {\n    return (data as NSData).bytes\n}",
            "func f() {\n    p = NSData(data: data).bytes\n}",
            "func f() -> Int {\n    sign((data as NSData).bytes)\n}",
            "let a = f {\n    sign((data as NSData).bytes)\n}",
        ]
    )
    func temporary(text: String) throws {
        let rewrite = rewrite(text)
        #expect(rewrite.lines.joined(separator: "\n") == text)
        #expect(try #require(rewrite.left.first).text.contains("withExtendedLifetime"))
    }

    @Test(
        "modules that Apple's Foundation exports are imported beside it where they are used",
        arguments: [
            ("import Foundation\nlet a = URLRequest.self", [0, 1, 1, 1, 0]),
            ("import A\nlet a: URLSession", [1, 1, 1, 0, 0]),
            ("let a: HTTPURLResponse", [1, 1, 1, 0]),
            ("import Foundation\nimport FoundationNetworking\nlet a: URLSession", [0, 0, 0]),
            ("import Foundation\nlet a: URL", [0, 0]),
            ("import Foundation\nlet a: NSInteger = 1", [0, 1, 1, 1, 0]),
            ("import A\nautoreleasepool {}\nmemset_s(p, n, 0, n)", [1, 1, 1, 0, 0, 0]),
            (
                "import Foundation\nlet a: URLSession\nlet b: NSUInteger",
                [0, 1, 1, 1, 1, 1, 1, 0, 0]
            ),
            ("import PortableDarwin\nlet a = timingsafe_bcmp", [0, 0]),
            ("import Foundation\n#if os(macOS)\nlet a: URLSession\n#endif", [0, 0, 0, 0]),
        ]
    )
    func additions(text: String, isNew: [Int]) {
        let old = Set(text.split(separator: "\n").map(String.init))
        let rewrite = rewrite(text)
        #expect(
            rewrite.lines.map {
                old.contains($0) || $0 == "#endif" && old.contains("#endif") ? 0 : 1
            } == isNew
        )
        #expect(self.rewrite(rewrite.lines.joined(separator: "\n")).done.isEmpty)
    }

    @Test(
        "a source that conditions hide whole can be included",
        arguments: [
            ("#if os(iOS)\nlet a = 1\n#endif", "#if os(iOS) || os(Linux)\nlet a = 1\n#endif"),
            (
                "import Foundation\n  #if os(iOS) && !DEBUG\nlet a = 1\n#endif",
                "import Foundation\n  #if (os(iOS) && !DEBUG) || os(Linux)\nlet a = 1\n#endif"
            ),
            ("let b = 1\n#if os(iOS)\nlet a = 1\n#endif", nil),
            ("#if os(iOS)\nimport UIKit\n#endif", nil),
            ("#if os(iOS)\nlet a = 1\n#elseif os(tvOS)\nlet a = 2\n#endif", nil),
            ("#if !os(Linux)\nlet a = 1\n#endif", nil),
            (
                "#if !os(Windows) && !os(Linux)\nlet a = kSecClass\n#endif",
                "#if (!os(Windows) && !os(Linux)) || os(Linux)\nlet a = kSecClass\n#endif"
            ),
            ("#if canImport(UIKit) || os(macOS)\nlet a: UIView\n#endif", nil),
            (
                "#if canImport(UIKit)\nlet a = kSecClass\n#endif",
                "#if canImport(UIKit) || os(Linux)\nlet a = kSecClass\n#endif"
            ),
            (
                "#if canImport(CommonCrypto)\nlet a = 1\n#endif",
                "#if canImport(CommonCrypto) || os(Linux)\nlet a = 1\n#endif"
            ),
        ] as [(String, String?)]
    )
    func inclusion(text: String, expected: String?) {
        #expect(
            Inclusion.including(SourceText(text))?.source.lines.joined(separator: "\n") == expected
        )
    }

    @Test("50,000 lines are read and rewritten in seconds, also where many are changed")
    func speed() {
        let lines = (0..<10_000).map {
            """
                    // The item number \($0), "quoted", is stored as it was.
                    query[kSecAttrAccount as String] = account.lowercased() + "\($0)"
                    guard let data = value.data(using: .utf8), status == errSecSuccess else { return nil }
                @objc public func item\($0)(_ name: String, count: Int) -> [String: Any]? {
                    return try? store.read(name, options: [.first, .second], count: count * 2 + 1)
            """
        }.joined(separator: "\n")
        let start = ContinuousClock.now
        let source = SourceText("import Foundation\n" + lines)
        let rewrite = SourceRewrite(source)
        for rule in Rule.all { _ = rule.lines(in: source, importing: []) }
        let elapsed = ContinuousClock.now - start
        #expect(rewrite.done.count == 10_000)
        // It takes about one second in a debug build; parsing expressions for each line took minutes.
        #expect(elapsed < .seconds(20), "\(elapsed)")
    }

    @Test(
        "what looks like it stays as it is",
        arguments: [
            "// @objc func f() {}", "let text = \"@objc\"", "import Foundation",
            "@objection var a = 1",
            "#if os(macOS)\nimport AppKit\n@objc class A {}\n#endif", "import Compression",
        ]
    )
    func keeps(text: String) {
        let rewrite = rewrite(text)
        #expect(rewrite.lines.joined(separator: "\n") == text)
        #expect(rewrite.done.isEmpty)
        #expect(rewrite.left.isEmpty)
    }

    @Test(
        "what cannot be moved safely is left, with its line",
        arguments: ["\nclass A { @objc func f() {} }", "\n@objc optional func f()"]
    )
    func leaves(text: String) throws {
        let rewrite = rewrite(text)
        #expect(rewrite.lines.joined(separator: "\n") == text)
        #expect(try #require(rewrite.left.first).line == 1)
    }

    @Test(
        "imports are understood in every form",
        arguments: [
            ("import Security", "Security"), ("  @_exported import Security", "Security"),
            ("import struct Foundation.Data", "Foundation"), ("import class UIKit.UIView", "UIKit"),
            ("@preconcurrency public import LocalAuthentication;", "LocalAuthentication"),
            ("@testable import A", "A"), ("important()", nil), ("let a = 1", nil),
            ("@_spi(Testing) import B", "B"), ("import os.log", "os"),
        ] as [(String, String?)]
    )
    func imports(code: String, module: String?) {
        #expect(SourceText.importedModule(in: CodeToken.all(in: code)) == module)
    }
}
