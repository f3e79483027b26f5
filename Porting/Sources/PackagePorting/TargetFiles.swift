/// A target of a manifest that is made: its folder, and the files that are excluded from it.
struct TargetFiles {
    let name: String
    let isTest: Bool
    /// The sources, from the folder of the package.
    let files: [String]
    /// The folder; empty for that of the package.
    private let path: String
    /// Paths in the folder that are not sources of the target, relative to it.
    private let exclude: [String]

    /// Makes a target of files.
    ///
    /// Exclusions, and not a list of sources, so that SwiftPM takes what is added later.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isTest: Whether it holds tests.
    ///   - files: Its sources.
    ///   - all: All paths that are in the folder of the package.
    ///   - path: The folder of the target; by default, the one that all sources are in.
    init(
        _ name: String,
        isTest: Bool,
        _ files: [String],
        among all: [String],
        path: String? = nil
    ) {
        self.name = name
        self.isTest = isTest
        self.files = files
        let folder = path ?? Self.commonFolder(files)
        let start = folder.isEmpty ? "" : folder + "/"
        let own = Set(files)
        let needed = Set(files.flatMap(Self.folders))
        var excluded: Set<String> = []
        for other in all where other.hasPrefix(start) && !own.contains(other) {
            // The highest folder without a source of the target, or the file.
            let top = Self.folders(of: other).first { $0.hasPrefix(start) && !needed.contains($0) }
            let rest = String((top ?? other).dropFirst(start.count))
            // SwiftPM never looks at hidden files.
            if !rest.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
                excluded.insert(rest)
            }
        }
        self.path = folder
        exclude = excluded.sorted()
    }

    /// The folders that a path is in, from the top.
    private static func folders(of path: String) -> [String] {
        let parts = path.split(separator: "/").dropLast()
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }

    private static func commonFolder(_ files: [String]) -> String {
        let folders = files.map { $0.split(separator: "/").dropLast() }
        guard var common = folders.first else { return "" }
        for folder in folders {
            common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
        }
        return common.joined(separator: "/")
    }

    var layout: PackageLayout.Target {
        let start = path.isEmpty ? 0 : path.count + 1
        return PackageLayout.Target(
            name: name,
            type: isTest ? "test" : "library",
            moduleType: "SwiftTarget",
            path: path.isEmpty ? "." : path,
            sources: files.map { String($0.dropFirst(start)) },
            productDependencies: nil
        )
    }

    /// The target in a manifest.
    func declaration(testing library: String) -> String {
        var arguments = ["name: \(name.literal)"]
        if isTest { arguments.append("dependencies: [\(library.literal)]") }
        arguments.append("path: \((path.isEmpty ? "." : path).literal)")
        if !exclude.isEmpty {
            let list = exclude.map { "                \($0.literal)," }.joined(separator: "\n")
            arguments.append("exclude: [\n\(list)\n            ]")
        }
        let lines = arguments.map { "            \($0)" }.joined(separator: ",\n")
        return "        .\(isTest ? "testTarget" : "target")(\n\(lines)\n        ),"
    }
}
