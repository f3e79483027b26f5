/// Finds the places of one source that are left to a person.
struct SourceReview {
    private(set) var left: [Finding] = []
    private let path: String

    /// Looks at a source as it will be.
    init(_ source: SourceText, path: String, target: PackageLayout.Target, ownModules: Set<String>)
    {
        self.path = path
        let imported = source.imports
        let modules = Set(imported.map(\.module))
        let usesKeychain = source.usesOnLinux(.security) || source.usesOnLinux(.localAuthentication)
        let isInterface = !usesKeychain && Self.importsInterface(source)
        for (line, name) in imported where !ownModules.contains(name) {
            guard let (advice, group) = Self.advice(onImport: name, target) else { continue }
            add(advice, line, isInterface ? .interface : group)
        }
        for rule in Rule.all {
            // Below an import of such a module, the condition around it hides the import from here.
            for line in rule.lines(in: source, importing: modules.union(Self.hiddenImports(source)))
            {
                add(rule.advice, line, isInterface ? .interface : rule.group)
            }
        }
        for block in source.excludedBlocks where Inclusion.hasCode(source, in: block.lines) {
            add(
                Self.advice(on: block, source),
                block.lines.lowerBound,
                Self.group(of: block, source)
            )
        }
    }

    private mutating func add(_ text: String, _ line: Int, _ group: Finding.Group) {
        left.append(Finding(path: path, line: line + 1, text: text, group: group))
    }

    private static func advice(
        onImport name: String,
        _ target: PackageLayout.Target
    ) -> (String, Finding.Group)? {
        if let module = AppleModule.named(name) {
            return (
                "Linux has no module \(name). \(module.advice)",
                module.isInterface ? .interface : .keychain
            )
        }
        if OurNames.products.contains(name), name != target.name {
            let advice = """
                PortableKeychain has a product of the name \(name), which does the same. Depend on it in place \
                of the original.
                """
            return (advice, .keychain)
        }
        let isKnown = LinuxModules.all.contains(name) || LinuxModules.others.contains(name)
        // Modules of other packages can have any name.
        guard !isKnown, target.productDependencies?.isEmpty != false else { return nil }
        let advice = """
            \(name) is no module of this package, of a package that the target depends on, or of Linux. Put it \
            behind '#if canImport(\(name))', or add what has it.
            """
        return (advice, .keychain)
    }

    private static func hiddenImports(_ source: SourceText) -> Set<String> {
        // `import os` was put behind a condition that is false on Linux.
        Set(
            (0..<source.count).lazy.filter { !source.isCompiled[$0] }
                .compactMap { SourceText.importedModule(in: source.tokens($0)) }
        )
    }

    private static func importsInterface(_ source: SourceText) -> Bool {
        let modules = hiddenImports(source).union(source.imports.map(\.module))
        return modules.contains { AppleModule.named($0)?.isInterface == true }
    }

    private static func advice(on block: ConditionalBlocks.Excluded, _ source: SourceText) -> String
    {
        let condition = source.line(block.lines.lowerBound).trimmed
        return """
            Linux does not compile this up to line \(block.lines.upperBound + 1) ('\(condition)'). Add \
            os(Linux) if it should.
            """
    }

    private static func group(of block: ConditionalBlocks.Excluded, _ source: SourceText)
        -> Finding.Group
    {
        Inclusion.usesKeychain(source, in: block.lines) ? .keychain : .interface
    }
}
