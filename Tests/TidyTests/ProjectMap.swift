/// The map of the repository: ARCHITECTURE.md beside the manifest and the folders that it describes.
struct ProjectMap: Sendable {
    /// A target of `Sources`, as the manifest has it.
    struct Target: Sendable {
        let name: String
        /// The comment above the target.
        let summary: String
        let dependencies: [String]
    }

    /// The lines of ARCHITECTURE.md.
    var page: [String]
    let targets: [Target]
    let wings: [Wing]
    /// The folders of `Sources`, as paths from the root of the repository.
    let folders: [String]

    init(page: String, manifest: String, folders: [String]) {
        self.page = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.targets = Self.targets(in: manifest)
        self.wings = Wing.all(in: manifest)
        self.folders = folders
    }

    /// Targets that any other one may import, which the table leaves out.
    private static let everywhere: Set = [
        "CKeychainPlatform", "KeychainEssentials", "KeychainLibC",
    ]

    // MARK: The manifest

    private static func targets(in manifest: String) -> [Target] {
        let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
        return lines.indices.compactMap { start in
            guard lines[start].contains(/^\.(?:target|executableTarget|systemLibrary)\(/) else {
                return nil
            }
            let text = declaration(lines[start...])
            // A target with a path stands in Tests; one without the name of its own is a dependency.
            guard !text.contains("path:"), !text.contains("name: library"),
                let name = text.firstMatch(of: /name: "([\w-]+)"/)?.1
            else { return nil }
            return Target(
                name: String(name),
                summary: comment(above: start, lines),
                dependencies: dependencies(in: text)
            )
        }
    }

    /// The lines up to the parenthesis that closes the first one.
    private static func declaration(_ lines: ArraySlice<String>) -> String {
        var depth = 0
        var text = ""
        for line in lines {
            if line.hasPrefix("//") { continue }
            text += line
            for character in line {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
            }
            if depth == 0 { break }
        }
        return text
    }

    private static func comment(above start: Int, _ lines: [String]) -> String {
        lines[..<start].reversed().prefix { $0.hasPrefix("//") }.reversed()
            .map { $0.drop { $0 == "/" || $0 == " " } }.joined(separator: " ")
    }

    private static func dependencies(in declaration: String) -> [String] {
        guard let list = declaration.firstMatch(of: /dependencies: \[(.*?)\](?: \+ (\w+))?/)
        else { return [] }
        // Apple's names come from doors of ours where there are no frameworks.
        let others = list.2 == nil ? [] : ["PortableSecurity", "PortableLocalAuthentication"]
        return list.1.replacing(/package: "[^"]*"/, with: "").matches(of: /"([\w-]+)"/)
            .map { String($0.1) } + others
    }

    // MARK: The drawing and the tables

    /// The parts of the page that a command writes, by their names.
    private var written: [(name: String, lines: [String])] {
        [
            ("wings", ["```"] + wings.flatMap(\.drawing) + ["```"]),
            ("targets", targetTable),
            ("walls", wallTable),
            (
                "chapters",
                ["```"] + RepositoryRule.drawing.split(separator: "\n").map(String.init) + ["```"]
            ),
        ]
    }

    private var targetTable: [String] {
        ["| target | what it is | may import |", "|---|---|---|"]
            + wings.flatMap { wing in
                wing.targets.compactMap { name in
                    guard let target = targets.first(where: { $0.name == name }) else { return nil }
                    let others = target.dependencies.filter { !Self.everywhere.contains($0) }
                        .map { "`\($0)`" }.joined(separator: ", ")
                    return "| `\(wing.home(of: name))` | \(target.summary) | \(others) |"
                }
            }
    }

    private var wallTable: [String] {
        ["| module | imported in |", "|---|---|"]
            + TidyRule.walls.map { module, places, _ in
                let places = places.map { place in
                    "`\(place.hasSuffix("/") ? String(place.dropLast()) : place)`"
                }
                return
                    "| `\(module)` | \(places.isEmpty ? "tests" : places.joined(separator: ", ")) |"
            }
    }

    /// The page with its tables as they should be.
    func rewritten() -> [String] {
        var page = page
        for (name, lines) in written {
            guard let start = page.firstIndex(of: "<!-- \(name): written by make map -->"),
                let end = page.firstIndex(of: "<!-- end of \(name) -->"), start < end
            else { continue }
            page.replaceSubrange((start + 1)..<end, with: lines)
        }
        return page
    }

    // MARK: Problems

    /// The faults of the map; empty if it is true.
    func problems(imports: [SourceFile] = []) -> [String] {
        let place = Dictionary(
            wings.enumerated().flatMap { index, wing in wing.targets.map { ($0, index) } },
            uniquingKeysWith: { _, last in last }
        )
        var problems: [String] = []
        let names = targets.map(\.name).sorted()
        if wings.flatMap(\.targets).sorted() != names {
            let placed = Set(wings.flatMap(\.targets)).symmetricDifference(names).sorted()
            problems.append("Name each target once in the table of wings: \(placed).")
        }
        for target in targets {
            for other in target.dependencies {
                guard let own = place[target.name], let wing = place[other], wing < own else {
                    continue
                }
                problems.append("\(target.name) stands below \(other), which it depends on.")
            }
        }
        for (name, _) in written
        where !page.contains("<!-- \(name): written by make map -->") {
            problems.append("The page has no place for \(name).")
        }
        if rewritten() != page { problems.append("Run 'make map': a table is out of date.") }
        return problems + misplacedFolders() + missingFolders() + undeclared(imports)
    }

    /// Wings and targets that stand elsewhere than the table says, and folders among them that are neither.
    private func misplacedFolders() -> [String] {
        let places = wings.flatMap { wing in [wing.folder] + wing.targets.map(wing.home) }
        let present = folders.filter { $0.split(separator: "/").count < 4 }
        return Set(places).symmetricDifference(present).sorted().map {
            places.contains($0)
                ? "\($0) is no folder, although the table of wings says so."
                : "\($0) is not in the table of wings: targets stand in Sources/WING/TARGET."
        }
    }

    /// Folders that no row names: those of targets, and those of the library's chapters.
    private func missingFolders() -> [String] {
        folders.compactMap { folder in
            let parts = folder.split(separator: "/").map(String.init)
            let isOfChapter = parts.count == 5 && parts[2] == "PortableKeychain"
            guard parts.count == 4 || isOfChapter, let last = parts.last else { return nil }
            let home = parts.dropLast().joined(separator: "/")
            let isNamed = page.contains { line in
                line.contains("`\(folder)`") || line.contains(folder + "/")
                    || line.hasPrefix("| `\(home)` |") && line.contains("`\(last)`")
                    || home == "Sources/Library/PortableKeychain" && line.hasPrefix("| `\(last)` |")
            }
            return isNamed ? nil : "\(folder) is not on the page: name it under Folders."
        }
    }

    /// Imports that the manifest does not give a target.
    private func undeclared(_ files: [SourceFile]) -> [String] {
        let names = Set(targets.map(\.name)).union(targets.flatMap(\.dependencies))
            // Apple's frameworks have these names too.
            .subtracting(["Security", "LocalAuthentication"])
        return files.flatMap { file -> [String] in
            guard let target = targets.first(where: { $0.name == file.target }) else { return [] }
            return file.imports.filter {
                names.contains($0.module) && !target.dependencies.contains($0.module)
            }.map { "\(file.path): Package.swift does not give \(target.name) \($0.module)." }
        }
    }

    // MARK: The flows

    /// Types that a drawing names beside a file in which they do not occur.
    ///
    /// - Parameter text: Returns the text of a file.
    /// - Returns: A sentence for each of them.
    func strangers(text: (String) -> String?) -> [String] {
        page.flatMap { line -> [String] in
            guard !line.hasPrefix("|"), !line.hasPrefix("`"),
                let path = line.firstMatch(of: /\s\s(Sources\/[\w+.\/-]*\.swift)$/)
            else { return [] }
            let words = line[..<path.range.lowerBound].matches(of: /\b[A-Z][a-z]+[A-Z]\w*\b/)
                .map { String($0.0) }
            guard let text = text(String(path.1)) else { return [] }
            return words.filter { !text.contains($0) }.map { "\($0) is not in \(path.1)" }
        }
    }
}
