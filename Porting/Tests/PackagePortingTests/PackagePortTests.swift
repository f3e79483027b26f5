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
            keychain: keychain
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
            keychain: .folder("../PortableKeychain")
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

    @Test(
        "what Linux lacks is left for a person, with its line",
        arguments: [
            ("import CommonCrypto", "swift-crypto"),
            ("let s = #selector(f)", "selectors"), ("autoreleasepool { f() }", "autoreleasepool"),
            ("query.setValue(a, forKey: kSecClass as String)", "dictionary[key]"),
            ("SecKeychainOpen(a)", "File keychains"), ("a == NSError()", "domain"),
            ("x[kSecAttrAccessGroup]", "ACCESS_GROUPS"),
            ("SecAccessControlCreateWithFlags(a)", "PORTABLE_KEYCHAIN_AUTHENTICATOR"),
            ("Bundle.main.bundleIdentifier", "nil"),
            ("#if os(iOS)\nlet a = kSecClass\n#endif", "up to line 4"),
            ("kSecAttrTokenIDSecureEnclave", "Secure Enclave"),
            ("x.kSecAttrAccessGroup(1)", "ACCESS_GROUPS"),
        ]
    )
    func left(line: String, words: String) throws {
        let port = try port(["A.swift": "import Security\n" + line])
        let finding = try #require(port.left.first)
        #expect(port.left.count == 1)
        #expect(finding.path == "Sources/Old/A.swift")
        #expect(finding.line == 2)
        #expect(finding.text.contains(words), "\(finding.text)")
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
