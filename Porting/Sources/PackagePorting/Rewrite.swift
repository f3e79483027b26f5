extension AppleModule {
    /// Whether an import of it is one of Foundation too.
    fileprivate var exportsFoundation: Bool {
        guard case .wrapped = treatment else { return false }
        return ![
            "Accelerate", "Combine", "CoreFoundation", "MachO", "Network", "simd",
        ].contains(name)
    }
}

/// A change of lines that keeps their meaning on Apple's platforms.
struct Rewrite: Sendable {
    /// The words of which a line needs one.
    let words: Set<String>
    /// Lines that are changed, and the result.
    let examples: [(before: String, after: String)]
    /// Changes a line; `nil` if it stays.
    let edit: @Sendable (SourceLine) -> LineEdit?

    static let all = [imports, attributes, temporaries]

    private static let imports = Rewrite(
        words: ["import"],
        examples: [
            (
                "  import CryptoKit",
                "  #if canImport(CryptoKit)\n  import CryptoKit\n  #else\n  import Crypto\n  #endif"
            ),
            (
                "import CryptoKit\nlet key = try SecureEnclave.P256.Signing.PrivateKey()",
                """
                #if canImport(CryptoKit)
                import CryptoKit
                #else
                import PortableCryptoKit
                #endif
                let key = try SecureEnclave.P256.Signing.PrivateKey()
                """
            ),
            (
                "import os.log",
                "#if canImport(os)\nimport os.log\n#else\nimport PortableOSLog\n#endif"
            ),
            ("import Darwin", "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif"),
            ("import CoreFoundation", "#if canImport(Darwin)\nimport CoreFoundation\n#endif"),
            (
                "import UIKit",
                "#if canImport(UIKit)\nimport UIKit\n#else\nimport Foundation\n#endif"
            ),
            (
                "import Foundation\nimport UIKit",
                "import Foundation\n#if canImport(UIKit)\nimport UIKit\n#endif"
            ),
            ("import Combine", "#if canImport(Combine)\nimport Combine\n#endif"),
            (
                "import class UIKit.UIView",
                "#if canImport(UIKit)\nimport class UIKit.UIView\n#endif"
            ),
        ]
    ) { line in
        guard let name = SourceText.importedModule(in: line.tokens),
            !line.ownModules.contains(name),
            let module = AppleModule.named(name)
        else { return nil }
        switch module.treatment {
        case .left: return nil
        case .wrapped:
            let what = "'import \(name)' is behind '#if \(module.condition)'. \(module.advice)"
            let instead = line.isFoundation ? line.alternative(of: "Foundation") : []
            return line.wrapped(module.condition, [line.text] + instead, what)
        case .replaced(let usual):
            let words = line.source.linesWithWord
            let other = module.others.first { words[$0.word] != nil }?.module ?? usual
            let instead = line.alternative(of: other)
            let what = "'import \(name)' is 'import \(other)' on Linux. \(module.advice)"
            return line.wrapped(module.condition, [line.text] + instead, what)
        }
    }

    private static let objectiveC: Set<String> = [
        "@objc", "@objcMembers", "@nonobjc", "@NSManaged",
    ]

    /// Attributes that Swift accepts on Apple's platforms only.
    ///
    /// Attributes may be in a condition of their own (SE-0367).
    private static let attributes = Rewrite(
        words: objectiveC,
        examples: [
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
        ]
    ) { line in
        let tokens = line.tokens
        let places = tokens.indices.filter { objectiveC.contains(tokens[$0].text) }
        guard let first = places.first else { return nil }
        let ranges = places.map { place -> Range<Int> in
            let hasName = place + 1 < tokens.count && tokens[place + 1].text == "("
            let last = hasName ? tokens.closing(of: place + 1) ?? place : place
            return tokens[place].range.lowerBound..<tokens[last].range.upperBound
        }
        let names = ranges.map(line.source.text).joined(separator: " ")
        guard SourceText.startsDeclaration(tokens[..<first]), !tokens.has(["optional"]) else {
            let advice = """
                '\(names)' needs Objective-C. Remove it, or put the declaration \
                behind '#if canImport(ObjectiveC)'.
                """
            return LineEdit(lines: [line.text], left: advice)
        }
        let declaration = line.replacing(ranges.map { (line.withSpace(after: $0), "") })
        let what = "'\(names)' is behind '#if canImport(ObjectiveC)'"
        return line.wrapped(
            "canImport(ObjectiveC)",
            [line.indent + names + line.end],
            rest: declaration.trimmed.isEmpty ? [] : [declaration],
            what
        )
    }

    /// Pointers into an object that nothing keeps.
    private static let temporaries = Rewrite(
        words: ["NSData", "NSMutableData"],
        examples: TemporaryBytes.examples
    ) { TemporaryBytes.edit($0) }
}

extension SourceLine {
    /// The branch of a condition that imports another module.
    fileprivate func alternative(of module: String) -> [String] {
        ["#else", "import \(module)"].map { indent + $0 + end }
    }

    /// Whether it is the import that gives the source Foundation.
    ///
    /// Apple's frameworks of classes export it, and Xcode's templates import only UIKit.
    fileprivate var isFoundation: Bool {
        let first = source.imports.first { imported in
            !ownModules.contains(imported.module)
                && AppleModule.named(imported.module)?.exportsFoundation == true
        }
        return first?.line == index && source.imports(of: "Foundation").isEmpty
            && !tokens.has(["."])
    }

    /// A range with the spaces after it.
    fileprivate func withSpace(after range: Range<Int>) -> Range<Int> {
        let bytes = Array(text.utf8)
        let start = source.start(of: index)
        var end = range.upperBound
        while end - start < bytes.count,
            [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[end - start])
        {
            end += 1
        }
        return range.lowerBound..<end
    }
}
