import Testing

@testable import PackagePorting

@Suite struct SourceRewriteTests {
    private func rewrite(_ text: String) -> SourceRewrite { SourceRewrite(SourceText(text)) }

    @Test(
        "attributes of Objective-C get a condition of their own",
        arguments: [
            (
                "    @objc public func f() {}",
                "    #if canImport(ObjectiveC)\n    @objc\n    #endif\n    public func f() {}"
            ),
            ("@objc\nclass A {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}"),
            (
                "@objc(AKey) @objcMembers open class A: NSObject {}",
                "#if canImport(ObjectiveC)\n@objc(AKey) @objcMembers\n#endif\nopen class A: NSObject {}"
            ),
            (
                "@discardableResult @objc(set:for:) open func f() {}",
                "#if canImport(ObjectiveC)\n@objc(set:for:)\n#endif\n@discardableResult open func f() {}"
            ),
            (
                "public @objc var é = 1\r\n",
                "#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\npublic var é = 1\r\n"
            ),
            (
                "  import CryptoKit",
                "  #if canImport(CryptoKit)\n  import CryptoKit\n  #else\n  import Crypto\n  #endif"
            ),
            ("import CoreFoundation", "#if canImport(Darwin)\nimport CoreFoundation\n#endif"),
            ("import UIKit", "#if canImport(UIKit)\nimport UIKit\n#endif"),
        ]
    )
    func wraps(text: String, expected: String) {
        let rewrite = rewrite(text)
        #expect(rewrite.lines.joined(separator: "\n") == expected)
        #expect(rewrite.done.map(\.line) == [0])
        #expect(rewrite.left.isEmpty)
        #expect(self.rewrite(expected).done.isEmpty, "a second time, nothing is changed")
    }

    @Test(
        "what looks like it stays as it is",
        arguments: [
            "// @objc func f() {}", "let text = \"@objc\"", "import Foundation",
            "@objection var a = 1",
            "#if os(macOS)\nimport AppKit\n@objc class A {}\n#endif", "import CommonCrypto",
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
        #expect(SourceText.importedModule(in: code) == module)
    }
}
