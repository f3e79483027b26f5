import Foundation
import Testing

@testable import PackagePorting

@Suite struct PackagePortTests {
    static let manifest = """
        // swift-tools-version:5.0
        import PackageDescription

        let package = Package(name: "Old", targets: [.target(name: "Old")])

        """

    /// A package of one library and other files.
    private func layout(_ sources: [String], products: [String: [String]] = ["Old": ["Old"]]) throws
        -> PackageLayout
    {
        let description: [String: Any] = [
            "name": "Old", "tools_version": "5.0",
            "products": products.map { ["name": $0.key, "targets": $0.value] as [String: Any] },
            "targets": [
                [
                    "name": "Old", "type": "library", "module_type": "SwiftTarget",
                    "path": "Sources/Old", "sources": sources,
                ] as [String: Any]
            ],
        ]
        return try JSONDecoder().decode(
            PackageLayout.self,
            from: JSONSerialization.data(withJSONObject: description)
        )
    }

    private func port(
        _ sources: [String: String],
        manifest: String = manifest,
        products: [String: [String]] = ["Old": ["Old"]],
        keychain: KeychainLocation = .folder("../PortableKeychain")
    ) throws -> PackagePort {
        var files = ["Package.swift": manifest]
        for (name, text) in sources { files["Sources/Old/\(name)"] = text }
        return try PackagePort(
            layout(sources.keys.sorted(), products: products),
            manifest: "Package.swift",
            options: PackagePort.Options(keychain: keychain)
        ) { [files] path throws(PortingError) in
            guard let text = files[path] else { throw PortingError("no \(path)") }
            return text
        }
    }

    @Test("the manifest gets one block at its end, and the version that aliases need")
    func manifestBlock() throws {
        let port = try port(["A.swift": "import Security\nimport LocalAuthentication"])
        #expect(Set(port.files.keys) == ["Package.swift"])
        let text = try #require(port.files["Package.swift"])
        #expect(text.hasPrefix("// swift-tools-version:5.9\nimport PackageDescription\n"))
        #expect(
            text.contains(
                "package.dependencies.append(.package(path: \"../PortableKeychain\"))"
            )
        )
        #expect(text.contains("moduleAliases: [\"Security\": \"PortableSecurityDropIn\"]"))
        #expect(text.contains("[\"LocalAuthentication\": \"PortableLocalAuthenticationDropIn\"]"))
        #expect(!text.contains("products.append"))
        #expect(
            port.done.map(\.description) == [
                "Package.swift:1: tools version 5.0 is now 5.9",
                "Package.swift:6: target 'Old' gets 'Security' and 'LocalAuthentication' on Linux",
            ]
        )
    }

    @Test("all targets with an alias get the same products")
    func oneListForAllTargets() throws {
        let manifest = """
            // swift-tools-version:5.9
            import PackageDescription

            let package = Package(name: "Old", targets: [.target(name: "A"), .target(name: "B")])

            """
        let targets = ["A": "Security", "B": "LocalAuthentication", "C": "Foundation"]
        let description: [String: Any] = [
            "name": "Old", "tools_version": "5.9", "products": [Any](),
            "targets": targets.keys.map {
                [
                    "name": $0, "type": "library", "module_type": "SwiftTarget",
                    "path": "Sources/\($0)", "sources": ["\($0).swift"],
                ] as [String: Any]
            },
        ]
        let layout = try JSONDecoder().decode(
            PackageLayout.self,
            from: JSONSerialization.data(withJSONObject: description)
        )
        let port = try PackagePort(
            layout,
            manifest: "Package.swift",
            options: PackagePort.Options(keychain: .folder("../PortableKeychain"))
        ) { path throws(PortingError) in
            let name = path.split(separator: "/").last.map { String($0.prefix(1)) } ?? ""
            return targets[name].map { "import \($0)" } ?? manifest
        }
        let said = port.done.map(\.text).filter { $0.hasPrefix("target") }
        #expect(
            said
                == ["A", "B"].map {
                    "target '\($0)' gets 'Security' and 'LocalAuthentication' on Linux"
                }
        )
    }

    @Test(
        "a target with the name of one of our products gets that product under another name, or is refused",
        arguments: [
            ("Valet", true), ("StealthyStash", true), ("SafeText", false), ("Security", false),
        ]
    )
    func ourNames(name: String, hasAlias: Bool) throws {
        let description: [String: Any] = [
            "name": "Old", "tools_version": "5.9", "products": [Any](),
            "targets": [
                [
                    "name": name, "type": "library", "module_type": "SwiftTarget",
                    "path": "Sources/Old", "sources": ["A.swift"],
                ] as [String: Any]
            ],
        ]
        let layout = try JSONDecoder().decode(
            PackageLayout.self,
            from: JSONSerialization.data(withJSONObject: description)
        )
        let options = PackagePort.Options(keychain: .folder("../PortableKeychain"))
        let port = Result { () throws(PortingError) in
            try PackagePort(layout, manifest: "Package.swift", options: options) {
                $0 == "Package.swift" ? Self.manifest : "import Security"
            }
        }
        guard hasAlias else {
            #expect(throws: PortingError.self) { try port.get() }
            return
        }
        let text = try #require(try port.get().files["Package.swift"])
        #expect(text.contains("moduleAliases: [\"\(name)\": \"Portable\(name)\"]"))
        #expect(text.contains(".library(name: \"\(name)\", targets: [\"\(name)\"])"))
    }

    @Test("CryptoKit is replaced by swift-crypto, unless the package has that already")
    func crypto() throws {
        let port = try port(["A.swift": "import Security\nimport CryptoKit"])
        let text = try #require(port.files["Package.swift"])
        #expect(text.contains("https://github.com/apple/swift-crypto"))
        #expect(text.matches(of: #/package: "swift-crypto"/#).count == 1)
        let source = try #require(port.files["Sources/Old/A.swift"])
        let hasOne = Self.manifest + "// swift-crypto\n"
        let second = try self.port(["A.swift": source], manifest: hasOne)
        #expect(Set(second.files.keys) == ["Package.swift"])
        #expect(second.files["Package.swift"]?.contains("package: \"swift-crypto\"") == false)
    }

    @Test(
        "what CryptoKit, os and Darwin have beyond others is taken from our products",
        arguments: [
            (
                "import CryptoKit\nlet key = try SecureEnclave.P256.Signing.PrivateKey()",
                "PortableCryptoKit", "SoftwareToken"
            ),
            ("import os\nlet logger = Logger()", "PortableOSLog", nil),
            ("import OSLog\nlet logger = Logger()", "PortableOSLog", nil),
            ("import Foundation\nlet count: NSInteger = 1", "PortableDarwin", nil),
        ]
    )
    func beyondOthers(text: String, product: String, advice: String?) throws {
        let port = try port(["A.swift": "import Security\n\(text)"])
        let source = try #require(port.files["Sources/Old/A.swift"])
        #expect(source.contains("import \(product)\n"))
        let manifest = try #require(port.files["Package.swift"])
        #expect(manifest.contains("name: \"\(product)\""))
        #expect(!manifest.contains("swift-crypto"))
        #expect(port.left.count == (advice == nil ? 0 : 1), "\(port.left)")
        if let advice { #expect(port.left.first?.text.contains(advice) == true) }
        #expect(try self.port(["A.swift": source], manifest: manifest).files.isEmpty)
    }

    @Test("CommonCrypto is replaced by our product, and only functions that this lacks are left")
    func commonCrypto() throws {
        let port = try port([
            "A.swift": """
            import Security
            import CommonCrypto
            let status = CC_SHA256(bytes, count, &digest)
            let options = CCOptions(kCCOptionECBMode)
            """
        ])
        let source = try #require(port.files["Sources/Old/A.swift"])
        #expect(
            source.contains(
                "#if canImport(CommonCrypto)\nimport CommonCrypto\n#else\nimport PortableCommonCrypto\n#endif"
            )
        )
        let manifest = try #require(port.files["Package.swift"])
        #expect(manifest.contains("name: \"PortableCommonCrypto\""))
        #expect(!manifest.contains("swift-crypto"))
        #expect(port.left.map(\.line) == [8], "\(port.left)")
        let again = try self.port(["A.swift": source], manifest: manifest)
        #expect(again.files.isEmpty)
    }

    @Test("a newer tools version stays", arguments: ["5.7", "5.7.1", "5.10", "6.0"])
    func version(version: String) throws {
        let manifest = Self.manifest.replacing("5.0", with: version)
        let port = try port(["A.swift": "import Security"], manifest: manifest)
        #expect(port.files["Package.swift"]?.hasPrefix(manifest) == true)
    }

    @Test("a second run changes nothing; another place of PortableKeychain replaces the block")
    func again() throws {
        let first = try port(["A.swift": "import Security"])
        let ported = try #require(first.files["Package.swift"])
        let second = try port(["A.swift": "import Security"], manifest: ported)
        #expect(second.files.isEmpty)
        #expect(second.done.isEmpty)
        let third = try port(
            ["A.swift": "import Security"],
            manifest: ported,
            keychain: KeychainLocation("https://example.com/PortableKeychain")
        )
        let moved = try #require(third.files["Package.swift"])
        #expect(
            moved.contains(
                ".package(url: \"https://example.com/PortableKeychain\", branch: \"main\")"
            )
        )
        #expect(moved.matches(of: #/port-package: begin/#).count == 1)
        #expect(!moved.contains("../PortableKeychain"))
    }

    @Test(
        "a library without a product of its own gets one",
        arguments: [
            ([:], ".library(name: \"Old\", targets: [\"Old\"])"),
            (["Old": ["Old", "More"]], ".library(name: \"OldAlone\", targets: [\"Old\"])"),
        ] as [([String: [String]], String)]
    )
    func product(products: [String: [String]], expected: String) throws {
        let port = try port(["A.swift": "import Security"], products: products)
        let text = try #require(port.files["Package.swift"])
        #expect(text.contains("package.products.append(\(expected))"))
        // The second time SwiftPM knows that product too.
        let added = expected.contains("OldAlone") ? "OldAlone" : "Old"
        let later = products.merging([added: ["Old"]]) { old, _ in old }
        let second = try self.port(["A.swift": "import Security"], manifest: text, products: later)
        #expect(second.files.isEmpty)
    }

    @Test("sources that rely on Foundation get a file that exports Security")
    func export() throws {
        let port = try port([
            "A.swift": "import Foundation\nlet a = kSecClass", "B.swift": "import Security",
        ])
        let file = try #require(port.files["Sources/Old/SecurityOnLinux.swift"])
        #expect(file.contains("@_exported import Security"))
        let again = try self.port([
            "A.swift": "import Foundation\nlet a = kSecClass", "SecurityOnLinux.swift": file,
        ])
        #expect(Set(again.files.keys) == ["Package.swift"])
    }

    @Test("each rule finds its example, on its line", arguments: Rule.all)
    func rules(rule: Rule) throws {
        let port = try port(["A.swift": "import Security\n" + rule.example])
        let findings = port.left.filter { $0.text == rule.advice }
        #expect(findings.count == 1, "\(rule.example): \(port.left)")
        let text = port.files["Sources/Old/A.swift"] ?? "import Security\n" + rule.example
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0 == rule.example.split(separator: "\n").last }
        #expect(findings.first?.line == line.map { $0 + 1 })
        #expect(findings.first?.group == rule.group)
        #expect(!rule.words.isEmpty || !rule.prefixes.isEmpty)
    }

    @Test(
        "what Linux lacks is left for a person, with its line",
        arguments: [
            ("import Compression", "zlib", .keychain),
            ("import Surprise", "no module of this", .keychain),
            ("import Valet", "in place of", .keychain),
            ("#if os(iOS)\nlet a = kSecClass\n#endif", "up to line 4", .keychain),
            ("#if os(iOS)\nlet a = button\n#endif", "up to line 4", .interface),
            ("x.kSecAttrAccessGroup(1)", "ACCESS_GROUPS", .keychain),
        ] as [(String, String, Finding.Group)]
    )
    func left(line: String, words: String, group: Finding.Group) throws {
        let port = try port(["A.swift": "import Security\n" + line])
        let finding = try #require(port.left.first)
        #expect(port.left.count == 1)
        #expect(finding.path == "Sources/Old/A.swift")
        #expect(finding.line == 2)
        #expect(finding.text.contains(words), "\(finding.text)")
        #expect(finding.group == group)
    }

    @Test("a source that shows values and keeps none is about the user interface")
    func groups() throws {
        let port = try port([
            "A.swift": "import Security", "B.swift": "import UIKit\nlet s = #selector(f)",
            "C.swift": "import UIKit\nlet s = #selector(f)\nlet c = kSecClass",
        ])
        #expect(port.left.map(\.group) == [.interface, .keychain])
    }

    @Test("every module of Apple is named once")
    func modules() {
        let names = AppleModule.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(LinuxModules.all.union(LinuxModules.others).isDisjoint(with: names))
    }

    @Test("a path with control characters is shown with escapes")
    func shown() {
        let finding = Finding(path: "a\u{1B}[2J\u{202E}b.swift", line: 1, text: "é")
        #expect(finding.description == "a\\u{1b}[2J\\u{202e}b.swift:1: é")
    }

    @Test(
        "a package that cannot be ported says why",
        arguments: [
            ("let a = 1", manifest, "uses Security"),
            ("import Security", "// swift-tools-version:5.9\nreturn 1\n", "let package"),
            (
                "import Security",
                manifest
                    + "package.dependencies.append(.package(name: \"PortableKeychain\", path: \"\"))\n",
                "already depends"
            ),
        ]
    )
    func refused(source: String, manifest: String, words: String) throws {
        let error = #expect(throws: PortingError.self) {
            try port(["A.swift": source], manifest: manifest)
        }
        #expect(try #require(error).description.contains(words))
    }
}
