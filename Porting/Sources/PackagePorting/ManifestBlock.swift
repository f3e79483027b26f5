/// The lines that are added to a manifest.
struct ManifestBlock {
    static let begin = "// port-package: begin"
    static let end = "// port-package: end"

    let needs: [TargetNeeds]
    let keychain: KeychainLocation
    /// Whether swift-crypto has to be added as well.
    let addsCrypto: Bool
    /// The variable that holds the package.
    let variable: String
    let products: [PackageLayout.Product]

    /// The lines, which run after everything else in the manifest.
    var text: String {
        var lines = [
            "\(Self.begin). On Linux, PortableKeychain has the modules that only Apple's systems have.",
            "// Run port-package again instead of changing these lines.",
            "#if os(Linux)",
            "    \(variable).dependencies.append(\(keychain.declaration))",
        ]
        if addsCrypto {
            let url = "https://github.com/apple/swift-crypto"
            lines.append(
                "    \(variable).dependencies.append(.package(url: \"\(url)\", from: \"4.0.0\"))"
            )
        }
        lines += ["    for target in \(variable).targets {", "        switch target.name {"]
        for need in needs {
            lines.append("        case \(need.target.literal):")
            lines += need.vocabularies.map {
                dependency(
                    $0.rawValue,
                    $0 == .crypto ? "swift-crypto" : keychain.identity,
                    $0.alias
                )
            }
            // The alias of a product of ours with the name of this target: two targets of one name cannot be
            // in a build, and the target itself never imports that name.
            if need.sharesName {
                lines.append(
                    dependency(need.target, keychain.identity, OurNames.alias(of: need.target))
                )
            }
        }
        lines +=
            ["        default: break", "        }", "    }"] + ownProducts + ["#endif", Self.end]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The beginning of a product that is added here, so that a later run finds its own additions.
    static func declaration(ofProduct name: String) -> String { ".library(name: \"\(name)\"" }

    private func dependency(_ name: String, _ package: String, _ alias: String?) -> String {
        var arguments = ["name: \(name.literal)", "package: \(package.literal)"]
        if let alias { arguments.append("moduleAliases: [\(name.literal): \(alias.literal)]") }
        let list = arguments.map { "                    \($0)" }.joined(separator: ",\n")
        return """
                        target.dependencies.append(
                            .product(
            \(list)
                            )
                        )
            """
    }

    /// SwiftPM gives aliases to tests, to executables, and to libraries with a product of their own.
    private var ownProducts: [String] {
        let own = Set(products.filter { $0.targets.count == 1 }.flatMap(\.targets))
        let taken = Set(products.map(\.name))
        let needy = needs.filter { $0.isLibrary && $0.hasAlias && !own.contains($0.target) }
        guard !needy.isEmpty else { return [] }
        return ["    // SwiftPM gives aliases only to libraries with a product of their own."]
            + needy.map {
                let name = taken.contains($0.target) ? "\($0.target)Alone" : $0.target
                return "    \(variable).products.append("
                    + "\(Self.declaration(ofProduct: name)), targets: [\"\($0.target)\"]))"
            }
    }
}

/// The needs of a target on Linux.
struct TargetNeeds {
    let target: String
    let isLibrary: Bool
    let vocabularies: [Vocabulary]
    /// Whether a product of ours has its name.
    var sharesName = false

    var hasAlias: Bool { sharesName || vocabularies.contains { $0.alias != nil } }

    /// The needs of a target that also gets other products.
    ///
    /// All targets with an alias get the same products, because SwiftPM 6.3 sometimes plans a package
    /// without one of its aliases if only some of the targets have it.
    func adding(_ others: Set<Vocabulary>) -> Self {
        Self(
            target: target,
            isLibrary: isLibrary,
            vocabularies: Vocabulary.allCases.filter {
                vocabularies.contains($0) || others.contains($0)
            },
            sharesName: sharesName
        )
    }

    var listed: String { vocabularies.map { "'\($0.rawValue)'" }.joined(separator: " and ") }
}
