// Lists what a module makes public, from the symbol graphs that the compiler writes.
//
//   interface declarations FOLDER MODULE    each declaration on a line, sorted
//   interface completions FOLDER MODULE TYPE   what follows a value of a type and a full stop
//   interface products                      each library with its targets, of the description of a
//                                           package that is on standard input
//
// FOLDER has MODULE.symbols.json, and MODULE@OTHER.symbols.json for extensions of other modules.
// Names that start with an underscore are left out; the compiler leaves out what is @_spi.
import Foundation

/// The parts of a symbol graph that are used here.
struct SymbolGraph: Decodable {
    struct Named: Decodable { let name: String }

    struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String
    }

    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable { let spelling: String }
        struct Extension: Decodable {
            let extendedModule: String
            let constraints: [Constraint]?
        }

        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let swiftExtension: Extension?
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
        let swiftConstraints: [Constraint]?
    }

    let module: Named
    let symbols: [Symbol]
    let relationships: [Relationship]
}

extension SymbolGraph.Symbol {
    /// Whether a compiler made it from a protocol's extension, for a type that conforms.
    var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }

    var isHidden: Bool { pathComponents.contains { $0.hasPrefix("_") } }

    /// The name with those of the types around it; with the module if it extends another one's.
    func name(in module: String) -> String {
        let name = pathComponents.joined(separator: ".")
        guard let other = swiftExtension?.extendedModule, other != module else { return name }
        return "\(other)::\(name)"
    }

    /// The declaration on one line, with the conditions of the extension that it is in.
    var declaration: String {
        let text = (declarationFragments ?? []).map(\.spelling).joined()
            .split { $0.isWhitespace }.joined(separator: " ")
        return text + (swiftExtension?.constraints ?? []).conditions
    }
}

extension [SymbolGraph.Constraint] {
    /// The conditions as they are written; empty without any.
    var conditions: String {
        let conditions = map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }
        return isEmpty ? "" : " [where \(conditions.sorted().joined(separator: ", "))]"
    }
}

/// All graphs of a module.
struct ModuleGraphs {
    let module: String
    let graphs: [SymbolGraph]

    init(folder: String, module: String) throws {
        self.module = module
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
            $0.hasSuffix(".symbols.json")
                && ($0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@"))
        }
        guard !files.isEmpty else { throw Failure("\(folder) has no symbol graph of \(module).") }
        graphs = try files.map { file in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
            return try JSONDecoder().decode(SymbolGraph.self, from: data)
        }
    }

    private var symbols: [SymbolGraph.Symbol] { graphs.flatMap(\.symbols).filter { !$0.isHidden } }
    private var relationships: [SymbolGraph.Relationship] { graphs.flatMap(\.relationships) }

    /// Each declaration and each conformance.
    func declarations() -> [String] {
        let required = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
        let declared = symbols.filter { !$0.isSynthesized }
        let lines = declared.map {
            "\($0.name(in: module)) | \($0.declaration)"
                + (required.contains($0.identifier.precise) ? " [required]" : "")
        }
        return Set(lines + conformances(of: declared)).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private func conformances(of declared: [SymbolGraph.Symbol]) -> [String] {
        let names = Dictionary(
            declared.map { ($0.identifier.precise, $0.name(in: module)) },
            uniquingKeysWith: { first, _ in first }
        )
        // A conformance of nearly every type says nothing.
        let usual: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
        return relationships.compactMap { relationship in
            guard ["conformsTo", "inheritsFrom"].contains(relationship.kind) else { return nil }
            let target = names[relationship.target] ?? relationship.targetFallback
            guard let target, !usual.contains(target), let source = names[relationship.source],
                !target.split(separator: ".").contains(where: { $0.hasPrefix("_") })
            else { return nil }
            return "\(source) | : \(target)" + (relationship.swiftConstraints ?? []).conditions
        }
    }

    /// The instance members of a type: its own, and those of the protocols that it conforms to.
    func completions(of type: String) throws -> [String] {
        guard let found = symbols.first(where: { $0.pathComponents.joined(separator: ".") == type })
        else { throw Failure("\(module) has no \(type).") }
        let kinds: Set = ["swift.method", "swift.property"]
        let members = symbols.filter {
            kinds.contains($0.kind.identifier)
                && $0.pathComponents.dropLast() == found.pathComponents[...]
        }
        return Set(members.map { $0.pathComponents.last ?? "" }).sorted()
    }
}

/// The package manager's description of a package.
struct PackageDescription: Decodable {
    struct Product: Decodable {
        struct Kind: Decodable {
            // Of the other kinds, each has another value here.
            let library: [String]?
        }

        let name: String
        let targets: [String]
        let type: Kind
    }

    let products: [Product]
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

func run(_ arguments: [String]) throws -> [String] {
    switch (arguments.first, arguments.count) {
    case ("declarations", 3):
        try ModuleGraphs(folder: arguments[1], module: arguments[2]).declarations()
    case ("completions", 4):
        try ModuleGraphs(folder: arguments[1], module: arguments[2]).completions(of: arguments[3])
    case ("products", 1):
        try JSONDecoder()
            .decode(PackageDescription.self, from: FileHandle.standardInput.readDataToEndOfFile())
            .products.filter { $0.type.library != nil && !$0.name.hasPrefix("_") }
            .map { ([$0.name] + $0.targets).joined(separator: " ") }
    default: throw Failure("usage: see the first lines of interface.swift")
    }
}

do {
    for line in try run(Array(CommandLine.arguments.dropFirst())) { print(line) }
} catch {
    FileHandle.standardError.write(Data("interface: \(error)\n".utf8))
    exit(1)
}
